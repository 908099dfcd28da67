import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, describe, freePort, test as plain, RealServer } from '#test'
import { getChannelEmail } from '../src/features/channels/channels/api.ts'
import { mailNamed, messagesOf, Post, rawMail, Talk } from '../src/features/integrations/incoming-mail/fixture.ts'
import { makeCertificate } from './harness/certificate.ts'
import { makeChannel } from './harness/channel.ts'
import { MailServer } from './harness/mail.ts'
import { hasPostfix, Postfix } from './harness/postfix.ts'

if (!hasPostfix) console.warn('Postfix is not there, or not to be started: these tests are skipped')

/** Neither root nor Postfix: the user that pipe(8) runs a command as, so the server runs as it too. */
const nobody = { uid: 65_534, gid: 65_534 }
/** Whether that user can run this checkout: not in a private home directory, and then pipes aren't tested. */
const isOpen =
  hasPostfix &&
  spawnSync(process.execPath, ['-e', 'require("fs").readFileSync(process.argv[1])', join(projectRoot, 'bin/loquat')], {
    ...nobody,
    cwd: '/',
  }).status === 0
if (hasPostfix && !isOpen) console.warn('Other users may not run what is here: pipes are not tried')
/** The host of the organization's addresses: that of the root. */
const host = 'chat.loquat.test'

describe.skipIf(!hasPostfix)('with Postfix', () => {
  let server: RealServer
  let ada: { email: string; apiKey: string; userId: number }
  let outside: MailServer
  let relay: Postfix
  let front: Postfix

  beforeAll(async () => {
    outside = await MailServer.start()
    const outsidePort = new URL(outside.url).port
    const smtpPort = await freePort()
    // relay everything to one server
    relay = await Postfix.start({ main: [`relayhost = [127.0.0.1]:${outsidePort}`] })
    server = await RealServer.prepare()
    Object.assign(server.environment, {
      LOQUAT_URL: `http://${host}:9991`,
      LOQUAT_SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
      LOQUAT_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      LOQUAT_MAIL_FROM: `chat@${host}`,
    })
    ada = await server.createOrganization()
    if (isOpen) {
      server.user = nobody
      // so that this user doesn't have to build anything
      await server.command('org', 'list')
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, server.dataDir])
    }
    await server.start()
    const main = [`relay_domains = ${host}`, 'smtpd_recipient_restrictions = reject_unauth_destination']
    front = await Postfix.start({
      main: [...main, `transport_maps = inline:{ { ${host} = smtp:[127.0.0.1]:${smtpPort} } }`],
    })
  })
  afterAll(async () => {
    for (const one of [front, relay]) await one?.close()
    await server?.dispose()
    await outside?.close()
  })

  const call = async (method: string, path: string, params: Record<string, unknown> = {}) => {
    const query = new URLSearchParams(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    const isGet = method === 'GET'
    const answer = await fetch(`${server.url}/api/v1${path}${isGet ? `?${query}` : ''}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
      ...(isGet ? {} : { body: query }),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const channelAddress = async () => {
    const { streams } = await call('GET', '/streams')
    const { stream_id } = (streams as { stream_id: number }[])[0] as { stream_id: number }
    return { id: stream_id, address: String((await call('GET', `/streams/${stream_id}/email_address`)).email) }
  }
  const contents = async (channel: number): Promise<string[]> => {
    const { messages } = await call('GET', '/messages', {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: channel }],
    })
    return (messages as { content: string }[]).map(({ content }) => content)
  }
  const until = async (channel: number, pattern: RegExp) => {
    for (;;) if ((await contents(channel)).some((content) => pattern.test(content))) return
  }

  plain('mail comes through it to a channel, with twenty megabytes of attachments', async () => {
    const { id, address } = await channelAddress()
    const talk = await Talk.open(front.port)
    const answers = ['gmail-reply-en', 'outlook-reply-de', 'apple-reply-fr', 'gmail-reply-es', 'gmail-reply-ar']
    const others = ['plain', 'html', 'forwarded-gmail', 'forwarded-outlook-de', 'invitation', 'bounce', 'out-of-office']
    for (const name of [...answers, ...others])
      assert.match(await talk.send(await mailNamed(name), { to: [address] }), /^250 /, name)
    assert.match(await talk.send(rawMail('Round and round', { 'X-Loop': host }), { to: [address] }), /^250 /)
    talk.close()
    const own = [
      /^Yes, at five/,
      /^Ja, um fünf/,
      /^Oui, à cinq/,
      /^Sí, a las cinco/,
      /^نعم، في الخامسة\. سأحضر كعكة\.$/,
    ]
    const taken = [/Die Rosen blühen/, /\*\*loquats\*\*/, /The trees come/, /um acht\.$/, /Planting day/]
    for (const text of [...own, ...taken]) await until(id, text)
    const transport = createTransport({ host: '127.0.0.1', port: front.port, ignoreTLS: true })
    const content = Buffer.alloc(20 * 2 ** 20, 'loquat ')
    await transport.sendMail({
      from: 'grace@outside.example',
      to: address,
      subject: 'Plans',
      text: 'All of it',
      attachments: [{ filename: 'plans.bin', content }],
    })
    transport.close()
    await until(id, /^All of it\n\n\[plans\.bin\]\(\/user_uploads\//)
    assert.equal((await contents(id)).filter((text) => /Undelivered|Urlaub|Round and/.test(text)).length, 0)
  })

  plain('what is refused comes back to its sender, once', async () => {
    const { address } = await channelAddress()
    const before = outside.mails.length
    const talk = await Talk.open(front.port)
    await talk.send(rawMail('To nobody'), { to: [`nobody.${'0'.repeat(24)}@${host}`] })
    talk.close()
    await front.logged(/status=bounced .*550 5\.1\.1 Unknown address/)
    assert.ok(address.endsWith(host))
    assert.equal(outside.mails.length, before)
  })

  plain.skipIf(!isOpen)('the command of a pipe ends as mail servers expect, through the server that runs', async () => {
    const { id, address } = await channelAddress()
    const deliver = (mail: string | Buffer, to: string, sender = 'grace@outside.example') =>
      new Promise<number | null>((resolve) => {
        const args = ['mail', 'deliver', '--data-dir', server.dataDir, '--sender', sender, to]
        const child = spawn(process.execPath, [join(projectRoot, 'bin/loquat'), ...args], {
          env: server.environment,
          stdio: ['pipe', 'ignore', 'ignore'],
          ...nobody,
        })
        child.once('exit', resolve)
        child.stdin.on('error', () => {})
        child.stdin.end(mail)
      })
    assert.equal(await deliver(rawMail('By the pipe').replaceAll('\r', ''), address), 0)
    assert.ok((await contents(id)).includes('By the pipe'))
    assert.equal(await deliver(rawMail('To nobody'), `nobody@${host}`), 67)
    assert.equal(await deliver(Buffer.alloc(41 * 2 ** 20, 'x'), address), 65)
    assert.equal(await deliver(rawMail('Bounce'), address, 'MAILER-DAEMON'), 0)
    assert.ok(!(await contents(id)).includes('Bounce'))
    await server.end('SIGTERM')
    server.environment.LOQUAT_INCOMING_MAIL = 'off'
    assert.equal(await deliver(rawMail('Off'), address), 75)
    server.environment.LOQUAT_INCOMING_MAIL = 'on'
    assert.equal(await deliver(rawMail('Without a server'), address), 0)
    await server.start()
    assert.ok((await contents(id)).includes('Without a server'))
  })

  plain.skipIf(!isOpen)('Postfix hands mail over by the pipe that the documentation shows', async () => {
    const { id, address } = await channelAddress()
    const command = [process.execPath, join(projectRoot, 'bin/loquat'), 'mail', 'deliver', '--data-dir', server.dataDir]
    const piped = await Postfix.start({
      main: [
        `relay_domains = ${host}`,
        'smtpd_recipient_restrictions = reject_unauth_destination',
        `transport_maps = inline:{ { ${host} = loquat: } }`,
        'loquat_destination_recipient_limit = 1',
      ],
      master: [
        'loquat unix - n n - 4 pipe',
        `  flags=q user=nobody null_sender= argv=${command.join(' ')} --sender \${sender} \${recipient}`,
      ],
    })
    try {
      const talk = await Talk.open(piped.port)
      await talk.send(rawMail('Through the pipe of Postfix'), { to: [address] })
      await talk.send(rawMail('A bounce through it'), { to: [address], from: '' })
      await talk.send(rawMail('To nobody through it'), { to: [`nobody.${'0'.repeat(24)}@${host}`] })
      talk.close()
      await until(id, /^Through the pipe of Postfix$/)
      await piped.logged(/relay=loquat, .*status=bounced \(user unknown/)
      await piped.logged(/(?:status=sent \(delivered via loquat service[\s\S]*){2}/)
      assert.equal((await contents(id)).filter((text) => /bounce through|nobody through/.test(text)).length, 0)
    } finally {
      await piped.close()
    }
  })

  plain('a mail that this server sends goes out through it', async () => {
    await call('POST', '/invites', { invitee_emails: 'grace@outside.example', stream_ids: [] })
    while (!outside.mails.some(({ to }) => to[0] === 'grace@outside.example')) await relay.logged(/status=sent/)
    const mail = outside.mails.find(({ to }) => to[0] === 'grace@outside.example')
    assert.match(mail?.headers.get('x-loop') ?? '', /^chat\.loquat\.test$/)
    assert.match(mail?.headers.get('auto-submitted') ?? '', /auto-generated/)
  })
})

describe.skipIf(!hasPostfix)('with a certificate', () => {
  plain('Postfix sends by STARTTLS to the server, whose certificate it knows', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-starttls-'))
    const { cert, key } = makeCertificate(['chat.loquat.test'])
    const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    await writeFile(tlsCert, cert)
    await writeFile(tlsKey, key)
    const post = await Post.start({}, { tlsCert, tlsKey })
    const { ada } = await post.people()
    const stream_id = await makeChannel(ada.org, 'garden', [ada])
    const { email } = await ada.call(getChannelEmail, { stream_id } as never)
    const fingerprint = new X509Certificate(cert).fingerprint256
    const sending = (wanted: string) =>
      Postfix.start({
        main: [
          `relay_domains = ${email.split('@')[1]}`,
          'smtpd_recipient_restrictions = reject_unauth_destination',
          `relayhost = [127.0.0.1]:${post.port}`,
          `relay_transport = smtp:[127.0.0.1]:${post.port}`,
          // send only to the server with this certificate
          'smtp_tls_security_level = fingerprint',
          'smtp_tls_fingerprint_digest = sha256',
          `smtp_tls_fingerprint_cert_match = ${wanted}`,
          'smtp_tls_loglevel = 1',
        ],
      })
    const wanted = [fingerprint, fingerprint.replace(/^./, (first) => (first === '0' ? '1' : '0'))]
    const [front, other] = (await Promise.all(wanted.map(sending))) as [Postfix, Postfix]
    try {
      for (const [one, text] of [[other, 'To another'] as const, [front, 'Under cover'] as const]) {
        const talk = await Talk.open(one.port)
        await talk.send(rawMail(text), { to: [email] })
        talk.close()
      }
      await front.logged(/Verified TLS connection established to 127\.0\.0\.1\S+ TLSv1\.[23]/)
      await front.logged(/status=sent \(250 /)
      await other.logged(/status=deferred \(Server certificate not verified\)/)
      const messages = await messagesOf(ada, [{ operator: 'channel', operand: stream_id }])
      assert.deepEqual(
        messages.map(({ content }) => content),
        ['Under cover'],
      )
    } finally {
      for (const one of [front, other, post]) await one.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
