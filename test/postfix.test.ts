import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, describe, freePort, test as plain, RealServer } from '#test'
import { letter, mailNamed, Talk } from '../src/areas/incoming-mail/fixture.ts'
import { MailServer } from './harness/mail.ts'
import { hasPostfix, Postfix } from './harness/postfix.ts'

if (!hasPostfix) console.warn('Postfix is not there, or not to be started: these tests are skipped')

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
    // to the world: every address is at one server
    relay = await Postfix.start({ main: [`relayhost = [127.0.0.1]:${outsidePort}`] })
    server = await RealServer.prepare()
    Object.assign(server.environment, {
      LOQUAT_URL: `http://${host}:9991`,
      LOQUAT_SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
      LOQUAT_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      LOQUAT_MAIL_FROM: `chat@${host}`,
    })
    ada = await server.createOrganization()
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
    for (const name of ['plain', 'html', 'forwarded-gmail', 'invitation', 'bounce', 'out-of-office'])
      assert.match(await talk.send(await mailNamed(name), { to: [address] }), /^250 /, name)
    talk.close()
    for (const text of [/Die Rosen blühen/, /\*\*loquats\*\*/, /The trees come/, /Planting day/]) await until(id, text)
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
    assert.equal((await contents(id)).filter((text) => /Undelivered|Urlaub/.test(text)).length, 0)
  })

  plain('what is refused comes back to its sender, once', async () => {
    const { address } = await channelAddress()
    const before = outside.mails.length
    const talk = await Talk.open(front.port)
    await talk.send(letter('To nobody'), { to: [`nobody.${'0'.repeat(24)}@${host}`] })
    talk.close()
    await front.logged(/status=bounced .*550 5\.1\.1 There is no such address/)
    assert.ok(address.endsWith(host))
    assert.equal(outside.mails.length, before)
  })

  plain('the command of a pipe ends as mail servers expect, through the server that runs', async () => {
    const { id, address } = await channelAddress()
    const deliver = (mail: string | Buffer, to: string, sender = 'grace@outside.example') =>
      new Promise<number | null>((resolve) => {
        const args = ['mail', 'deliver', '--data-dir', server.dataDir, '--sender', sender, to]
        const child = spawn(process.execPath, [join(projectRoot, 'bin/loquat'), ...args], {
          env: server.environment,
          stdio: ['pipe', 'ignore', 'ignore'],
        })
        child.once('exit', resolve)
        child.stdin.on('error', () => {})
        child.stdin.end(mail)
      })
    assert.equal(await deliver(letter('By the pipe').replaceAll('\r', ''), address), 0)
    assert.ok((await contents(id)).includes('By the pipe'))
    assert.equal(await deliver(letter('To nobody'), `nobody@${host}`), 67)
    assert.equal(await deliver(Buffer.alloc(41 * 2 ** 20, 'x'), address), 65)
    assert.equal(await deliver(letter('Bounce'), address, 'MAILER-DAEMON'), 0)
    assert.ok(!(await contents(id)).includes('Bounce'))
    await server.end('SIGTERM')
    server.environment.LOQUAT_INCOMING_MAIL = 'off'
    assert.equal(await deliver(letter('Off'), address), 75)
    server.environment.LOQUAT_INCOMING_MAIL = 'on'
    assert.equal(await deliver(letter('Without a server'), address), 0)
    await server.start()
    assert.ok((await contents(id)).includes('Without a server'))
  })

  plain('a mail that this server sends goes out through it', async () => {
    await call('POST', '/invites', { invitee_emails: 'grace@outside.example', stream_ids: [] })
    while (!outside.mails.some(({ to }) => to[0] === 'grace@outside.example')) await relay.logged(/status=sent/)
    const mail = outside.mails.find(({ to }) => to[0] === 'grace@outside.example')
    assert.match(mail?.headers.get('x-loop') ?? '', /^chat\.loquat\.test$/)
    assert.match(mail?.headers.get('auto-submitted') ?? '', /auto-generated/)
  })
})
