import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { projectRoot } from '#platform/config'
import { type LogEventName, logEvents } from '#platform/log'
import { sendMail } from '#platform/mail'
import { assert, test as plain, startServer, TestOrganization, type TestServer } from '#test'
import { raw } from './harness/files.ts'
import { MailServer } from './harness/mail.ts'
import { Browser } from './harness/oidc.ts'

// backups of a PostgreSQL server are its own tools' work
const embedded = plain.skipIf(process.env.LOQUAT_TEST_DATABASE_URL !== undefined)

type Line = Record<string, unknown> & { event?: LogEventName; level: string; time: string; msg: string }

let smtp: MailServer
let server: TestServer
let society: TestOrganization
const text: string[] = []
const lines = () => text.map((line) => JSON.parse(line) as Line)
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate)
}
/** The first line of an event, once it's written. */
async function logged(event: LogEventName, is: (line: Line) => boolean = () => true): Promise<Line> {
  const found = () => lines().find((line) => line.event === event && is(line))
  await until(() => found() !== undefined)
  return found() as Line
}

beforeAll(async () => {
  smtp = await MailServer.start()
  const flags = { logLevel: 'debug', smtpUrl: smtp.url, trustProxy: 'loopback' }
  server = await startServer(flags, { log: { write: (line) => void text.push(line) } })
  society = await TestOrganization.found(server)
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

const signIn = (username: string, password: string, address: string) =>
  new Browser(server, society.org).post('/accounts/login', { username, password }, { 'x-forwarded-for': address })

plain('lines have level names, ISO times, and the request ID of the response', async () => {
  const answer = await raw(server, society.org, '/api/v1/server_settings')
  const line = await logged('request', ({ path }) => path === '/api/v1/server_settings')
  assert.equal(line.reqId, answer.headers['x-request-id'])
  assert.deepEqual([line.level, line.status, line.address], ['debug', 200, '127.0.0.1'])
  assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

plain('sign-ins and refused ones are logged with account and client address', async () => {
  const { email, id } = society.owner
  await signIn(email, 'wrong password', '192.0.2.7')
  await signIn('my password by mistake', 'x', '192.0.2.8')
  await signIn(email, 'correct horse battery', '2001:db8::9')
  const { reqId: _, time: __, level, msg: ___, ...refused } = await logged('sign_in.refused')
  const about = { organization: society.org.id, method: 'password', reason: 'AUTHENTICATION_FAILED', account: email }
  assert.deepEqual([level, refused], ['warn', { event: 'sign_in.refused', address: '192.0.2.7', ...about }])
  const second = await logged('sign_in.refused', ({ address }) => address === '192.0.2.8')
  assert.equal(second.account, undefined)
  const { address, user, account } = await logged('sign_in.succeeded')
  assert.deepEqual({ address, user, account }, { address: '2001:db8::9', user: id, account: email })
})

plain('a nonexistent page is logged with its path and without its query', async () => {
  await raw(server, society.org, '/wp-admin/setup.php?step=1')
  const line = await logged('request', ({ path }) => String(path).startsWith('/wp-admin'))
  assert.deepEqual([line.path, line.status, line.level], ['/wp-admin/setup.php', 404, 'info'])
})

plain('secrets in URLs, headers, forms, and errors are never logged', async () => {
  const secrets = ['hunter2pass', 'quotedkey', 'Zm9vYmFyOTg3NjU0MzIx', 'deadbeef0123456789', 'p4ssw0rd-in-form']
  const [, , token, hex, form] = secrets as [string, string, string, string, string]
  // as HTTP clients report failures
  const err = new Error('GET https://bot:hunter2pass@example.com/x?api_key=quotedkey failed')
  server.runtime.log.event('work.failed', { err }, { text: 'a request failed' })
  for (const path of [
    `/nothing/${token}`,
    `/nothing/${hex}.png`,
    `/login/ada:${form}@example.com`,
    `/%6eothing/${token}`,
    `/accounts/reset/${token}/extra`,
    `/join/${token}`,
    `/api/v1/external/github?api_key=${token}&stream=x`,
    `/api/v1/messages?token=${token}`,
    `/api/v1/nothing/${hex}?password=${form}`,
  ])
    await raw(server, society.org, path, { headers: { authorization: `Bearer ${token}`, cookie: `session=${token}` } })
  await signIn(form, form, '192.0.2.1')
  await raw(server, society.org, '/last')
  await logged('request', ({ path }) => path === '/last')
  const all = text.join('')
  for (const secret of secrets) assert.ok(!all.includes(secret), `${secret} in the log`)
  assert.ok(all.includes('https://…@example.com/x?api_key=… failed'))
})

plain('email handed over and refused is logged without its address', async () => {
  const send = (key: string) =>
    society.org.transact(null, (mutation) =>
      sendMail(mutation, {
        language: 'en',
        key,
        to: { name: 'Grace', address: 'grace@navy.example' },
        fromName: 'Society',
        subject: 'Confidential',
        parts: ['Hello!'],
      }),
    )
  await send('one')
  await server.runtime.timer.wake().catch(() => {})
  const sent = await logged('mail.sent')
  assert.deepEqual([sent.organization, sent.attempts], [society.org.id, 1])
  smtp.refusals = [550]
  await send('two')
  await server.runtime.timer.wake().catch(() => {})
  const failed = await logged('mail.failed')
  assert.equal(failed.givenUp, true)
  assert.ok(!text.some((line) => /grace@navy|Confidential/.test(line)))
})

embedded('a backup is logged with its name and size', async () => {
  const own: Line[] = []
  const log = { write: (line: string) => void own.push(JSON.parse(line)) }
  const other = await startServer({ logLevel: 'info' }, { log, onDisk: {} })
  try {
    const { name } = await other.runtime.backups.make({ check: false })
    await until(() => own.some(({ event }) => event === 'backup.made'))
    const { bytes, checked, ...line } = own.find(({ event }) => event === 'backup.made') as Line
    assert.deepEqual([line.name, checked], [name, false])
    assert.ok(Number(bytes) > 0)
  } finally {
    await other.close()
  }
})

plain('text format has one line per event, and a value can’t forge another', async () => {
  const own: string[] = []
  const flags = { logFormat: 'text', logLevel: 'info', trustProxy: 'loopback' }
  const other = await startServer(flags, { log: { write: (line) => void own.push(line) } })
  try {
    const { org } = await TestOrganization.found(other)
    const forged = 'a@b.example\n2026-11-29T13:14:47.123Z WARN  sign_in.refused: sign-in refused address=203.0.113.1'
    const headers = { 'x-forwarded-for': '192.0.2.77' }
    await new Browser(other, org).post('/accounts/login', { username: forged, password: 'x' }, headers)
    other.runtime.log.event('notice', {}, { text: 'two\nlines' })
    await until(() => own.some((line) => line.includes('two lines')))
    assert.ok(own.every((line) => line.indexOf('\n') === line.length - 1))
    const line = own.find((one) => one.includes('sign_in.refused')) ?? ''
    expect(line).toMatch(/^\d{4}-\S+Z WARN {2}sign_in\.refused: sign-in refused reqId=\S+ address=192\.0\.2\.77 /)
    await banned(own, ['192.0.2.77'])
  } finally {
    await other.close()
  }
})

const hasFail2ban = spawnSync('fail2ban-regex', ['--version']).error === undefined

/** The addresses that fail2ban finds in a log. */
async function banned(log: readonly string[], expected: readonly string[]): Promise<void> {
  if (!hasFail2ban) return
  const folder = await mkdtemp(join(tmpdir(), 'loquat-fail2ban-'))
  try {
    const file = join(folder, 'log')
    await writeFile(file, log.join(''))
    const filter = join(projectRoot, 'deploy/fail2ban/loquat.filter.conf')
    const { stdout, stderr } = spawnSync('fail2ban-regex', ['--out', 'ip', file, filter], { encoding: 'utf8' })
    assert.deepEqual([...new Set(stdout.trim().split('\n'))].sort(), [...expected].sort(), log.join('') + stderr)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

plain.skipIf(!hasFail2ban)('fail2ban finds guessing clients in JSON and journal lines, and nothing else', async () => {
  text.length = 0
  await signIn(society.owner.email, 'wrong', '198.51.100.4')
  await signIn(`x"address":"203.0.113.9","organization":1,"method":"password",`, 'wrong', '2001:db8::4')
  await signIn(society.owner.email, 'correct horse battery', '198.51.100.5')
  await raw(server, society.org, '/last')
  await logged('request', ({ path }) => path === '/last')
  await banned(text, ['198.51.100.4', '2001:db8::4'])
  await banned(
    text.map((line) => `Nov 29 13:14:47 chat loquat[812]: ${line}`),
    ['198.51.100.4', '2001:db8::4'],
  )
})

plain('the shipped jail uses the shipped filter and stays above a typist’s mistakes', async () => {
  const jail = await readFile(join(projectRoot, 'deploy/fail2ban/loquat.jail.conf'), 'utf8')
  assert.match(jail, /^filter = loquat$/m)
  assert.ok(Number(/^maxretry = (\d+)$/m.exec(jail)?.[1]) >= 10)
})

plain('the server logs only declared events, and every declared event is used', async () => {
  const used = new Set<string>()
  for (const path of await readdir(join(projectRoot, 'src'), { recursive: true })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.includes('platform/log/')) continue
    const content = await readFile(join(projectRoot, 'src', path), 'utf8')
    assert.ok(!/\b(?:log|logger)\.(?:debug|info|warn|error|fatal)\(/.test(content), `${path} logs without an event`)
    for (const [, name = ''] of content.matchAll(/(?:\.event|request\.log|\blog)\(\s*'([\w.]+)'/g)) used.add(name)
  }
  assert.deepEqual([...used].sort(), Object.keys(logEvents).sort())
})
