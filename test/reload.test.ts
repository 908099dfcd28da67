import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { vi } from 'vitest'
import { afterAll, assert, beforeAll, runHere, test } from '#test'
import { makeCertificate } from './harness/certificate.ts'
import { MailServer } from './harness/mail.ts'
import { SocietyDirectory } from './harness/society-directory.ts'

let society: SocietyDirectory

const until = (isTrue: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => assert.ok(await isTrue()), { timeout: 200_000, interval: 50 })

beforeAll(async () => {
  society = await SocietyDirectory.prepare()
})
afterAll(() => society.remove())

/** Variables of the harness that would win over the file. */
const unset = { LOQUAT_RATE_LIMITS: '', LOQUAT_LOG_LEVEL: '' }

/** A server in its own process that's configured by a file in its data directory. */
async function configured(content: string) {
  const dataDir = await society.copy()
  const file = join(dataDir, 'loquat.toml')
  await writeFile(file, content)
  const server = await society.processes.serve(dataDir, unset)
  const client = society.clientOf(server.url)
  const reload = (...args: string[]) => runHere(['reload', '--data-dir', dataDir, ...args])
  return { ...server, client, reload, write: (fresh: string) => writeFile(file, fresh) }
}

/** The limit of requests per minute that an answer names. */
async function limitAt(url: string): Promise<string | null> {
  const authorization = `Basic ${Buffer.from(`${society.made.owner.email}:${society.made.owner.api_key}`).toString('base64')}`
  const { headers } = await fetch(`${url}/api/v1/users/me`, { headers: { authorization } })
  return headers.get('x-ratelimit-limit')
}

const limit = (perMinute: number, more = '') => `[limits]\nuser-requests-per-minute = ${perMinute}\n${more}`

test('SIGHUP and loquat reload apply changed limits and the log level', async () => {
  const server = await configured(limit(1_001, '[monitoring]\nlog-level = "error"\n'))
  assert.equal(await limitAt(server.url), '1001')
  await server.write(limit(1_002, '[monitoring]\nlog-level = "info"\n'))
  process.kill(server.pid as number, 'SIGHUP')
  await until(async () => (await limitAt(server.url)) === '1002')
  await until(() => server.ended.err.includes('"configuration reloaded"'))
  await server.write(limit(1_003, '[monitoring]\nlog-level = "info"\n'))
  const { code, out } = await server.reload('--json')
  assert.deepEqual([code, JSON.parse(out)], [0, { changed: ['user-requests-per-minute'], needs_restart: [] }])
  assert.equal(await limitAt(server.url), '1003')
  assert.equal((await server.reload()).out, 'Reloaded: no option changed\n')
  assert.equal((await server.stop('SIGTERM')).code, 0)
})

test('an invalid file changes nothing, and the reason is told and logged', async () => {
  const server = await configured(limit(1_001))
  for (const [content, reason] of [
    [limit(1_002, '[network]\nprot = 1\n'), /unknown key prot in \[network\]; did you mean port\?/],
    [limit(1_002, '[sign-in]\noidc-file = "none.json"\n'), /--oidc-file: .*none\.json cannot be read \(ENOENT\)/],
    [limit(1_002, '[network]\ntls-cert = "none.pem"\ntls-key = "none.key"\n'), /none\.pem cannot be read/],
  ] as const) {
    await server.write(content)
    const { code, out, err } = await server.reload()
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /^loquat reload: nothing was changed: /)
    assert.match(err, reason)
    assert.equal(await limitAt(server.url), '1001')
  }
  assert.match(server.ended.err, /configuration not reloaded: nothing was changed/)
  await server.stop('SIGTERM')
})

test('changed options that need a restart are named, and keep their values', async () => {
  const server = await configured(limit(1_001))
  await server.write(limit(1_002, '[storage]\ns3-region = "elsewhere"\n'))
  const { code, out } = await server.reload()
  assert.deepEqual([code, out], [0, 'Reloaded: user-requests-per-minute\nRestart the server to change s3-region\n'])
  await server.stop('SIGTERM')
})

test('email and identity providers change with a reload', async () => {
  const smtp = await MailServer.start()
  const server = await configured(limit(1_001))
  const methods = async () => {
    const settings = (await (await fetch(`${server.url}/api/v1/server_settings`)).json()) as {
      external_authentication_methods: { display_name: string }[]
    }
    return settings.external_authentication_methods.map(({ display_name }) => display_name)
  }
  assert.deepEqual(await methods(), [])
  const provider = (name: string) =>
    `[sign-in]\noidc-issuer = "https://id.example"\noidc-client-id = "loquat"\noidc-client-secret = "x"\noidc-display-name = "${name}"\n`
  const mail = `[mail]\nsmtp-url = "${smtp.url}"\nmail-from = "fresh@loquat.example"\n`
  await server.write(limit(1_001, provider('First') + mail))
  assert.match((await server.reload()).out, /oidc-issuer/)
  assert.deepEqual(await methods(), ['First'])
  await server.write(limit(1_001, provider('Second') + mail))
  await server.reload()
  assert.deepEqual(await methods(), ['Second'])
  await server.client.send('POST', '/invites', [
    ['invitee_emails', 'ben@society.example'],
    ['stream_ids', '[]'],
  ])
  await until(() => smtp.mails.length > 0)
  assert.deepEqual(smtp.mails[0]?.to, ['ben@society.example'])
  assert.equal(smtp.mails[0]?.from, 'fresh@loquat.example')
  await server.stop('SIGTERM')
  await smtp.close()
})

test('a certificate in other files is used after a reload', async () => {
  const [one, other] = [makeCertificate(['localhost']), makeCertificate(['localhost'])]
  const at = (name: string) => join(society.folder, name)
  for (const [name, { cert, key }] of Object.entries({ one, other })) {
    await writeFile(at(`${name}.pem`), cert)
    await writeFile(at(`${name}.key`), key)
  }
  const files = (name: string) => `[network]\ntls-cert = "${at(`${name}.pem`)}"\ntls-key = "${at(`${name}.key`)}"\n`
  const dataDir = await society.copy()
  const config = at('tls.toml')
  await writeFile(config, files('one'))
  const { child, ended } = society.processes.launch(['serve', '--data-dir', dataDir, '--port', '0'], {
    env: { ...unset, LOQUAT_CONFIG: config },
  })
  await until(() => /https:\S+/.test(ended.out))
  const port = Number(new URL(/https:\S+/.exec(ended.out)?.[0] ?? '').port)
  const isTrusted = (ca: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: 'localhost', servername: 'localhost', ca }, () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  assert.deepEqual([await isTrusted(one.cert), await isTrusted(other.cert)], [true, false])
  await writeFile(config, files('other'))
  const { out } = await runHere(['reload', '--data-dir', dataDir])
  assert.equal(out, 'Reloaded: tls-cert, tls-key\n')
  assert.deepEqual([await isTrusted(one.cert), await isTrusted(other.cert)], [false, true])
  // serving HTTP instead takes a new listener
  await writeFile(config, '')
  assert.match((await runHere(['reload', '--data-dir', dataDir])).out, /Restart the server to change tls-cert, tls-key/)
  child.kill('SIGTERM')
})

test('reloading without a server fails', async () => {
  const dataDir = await society.copy()
  const { code, err } = await runHere(['reload', '--data-dir', dataDir])
  assert.deepEqual([code, err], [1, `loquat reload: no server is running on ${dataDir}\n`])
})
