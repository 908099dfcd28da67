import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectRoot, version } from '#platform/config'
import { openEmbedded } from '#platform/db'
import { afterAll, afterEach, assert, beforeAll, type Ended, runHere, serveHere, test } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { Lock } from '../src/command/lock.ts'
import { SocietyDirectory } from './harness/society-directory.ts'

const program = join(projectRoot, 'bin/loquat')
let society: SocietyDirectory

const loquat = (...args: string[]): Promise<Ended> => runHere(args)

const environment = { LOQUAT_RATE_LIMITS: 'off', LOQUAT_LOG_LEVEL: 'error' }
const stops = new Set<() => Promise<Ended>>()
async function servedHere(dataDir: string) {
  const server = await serveHere(['--data-dir', dataDir, '--port', '0'], environment)
  stops.add(server.stop)
  return { ...server, client: society.clientOf(server.url) }
}

beforeAll(async () => {
  society = await SocietyDirectory.prepare()
  assert.deepEqual(Object.keys(society.made), ['realm_url', 'owner'])
})
afterEach(async () => {
  society.processes.end()
  for (const stop of stops) await stop()
  stops.clear()
})
afterAll(() => society.remove())

test("a lock file with another process's reused PID is ignored", async () => {
  const dataDir = await society.copy()
  const lock = await Lock.take(dataDir, 'serve')
  const path = join(dataDir, 'loquat.lock')
  const left = JSON.parse(await readFile(path, 'utf8'))
  assert.equal(left.pid, process.pid)
  await lock.release()
  // this process is running, but started later than the one in the file
  await writeFile(path, JSON.stringify({ ...left, started: '1' }))
  assert.equal((await loquat('user', 'list', '--data-dir', dataDir)).code, 0)
  await writeFile(path, '{"pid":')
  assert.equal((await loquat('user', 'list', '--data-dir', dataDir)).code, 0)
})

test('accounts are managed with and without a running server', async () => {
  const dataDir = await society.copy()
  const at = ['--data-dir', dataDir]
  const create = (name: string, ...more: string[]) =>
    loquat('user', 'create', ...at, '--name', name, '--email', `${name.toLowerCase()}@society.example`, ...more)
  const ben = await create('Ben', '--role', 'moderator', '--json', '--password', 'seven quiet ferries')
  const { api_key } = JSON.parse(ben.out)
  const { client, url } = await servedHere(dataDir)
  const { queue_id } = await client.send('POST', '/register', [['event_types', '["realm_user"]']])
  const cleo = await create('Cleo')
  assert.match(cleo.out, /Cleo is user \d+ of http.*\nThe password of cleo@society\.example is \S+ \(it won't be shown/)
  const { events } = (await client.send('GET', '/events', [['queue_id', queue_id as string]])) as { events: unknown[] }
  assert.equal(events.length, 1, 'clients of the running server hear of it')

  const listed = JSON.parse((await loquat('user', 'list', ...at, '--json')).out) as {
    full_name: string
    role: string
  }[]
  assert.deepEqual(
    listed.map(({ full_name, role }) => [full_name, role]),
    [
      ['Ada', 'owner'],
      ['Ben', 'moderator'],
      ['Cleo', 'member'],
    ],
  )
  assert.equal((await loquat('user', 'api-key', 'ben@society.example', ...at)).out, `${api_key}\n`)
  const fresh = (await loquat('user', 'api-key', 'ben@society.example', '--regenerate', ...at)).out.trim()
  assert.match(fresh, /^[A-Za-z0-9]{32}$/)
  assert.notEqual(fresh, api_key)
  const asBen = new LoquatClient({ email: 'ben@society.example', apiKey: fresh, transport: fetchTransport(url) })
  assert.equal((await asBen.send('GET', '/users/me')).full_name, 'Ben')
  assert.match((await loquat('user', 'deactivate', 'ben@society.example', ...at)).out, /Ben .* is deactivated/)
  await assert.rejects(asBen.send('GET', '/users/me'), { status: 401 })

  const unknown = await loquat('user', 'api-key', 'nobody@society.example', ...at)
  assert.deepEqual([unknown.code, unknown.err.split('\n').length], [1, 2])
  const twice = await create('Cleo')
  assert.deepEqual([twice.code, twice.err], [1, "loquat user create: Email 'cleo@society.example' already in use\n"])
})

test("an organization's public data is exported with and without a running server", async () => {
  const dataDir = await society.copy()
  const at = ['--data-dir', dataDir, '--json']
  const alone = join(dataDir, 'alone.tar.gz')
  const made = await loquat('export', '--output', alone, ...at)
  assert.equal(made.code, 0)
  // progress, for programs; a new organization may have no messages to report
  for (const line of made.err.split('\n').filter(Boolean)) assert.ok(JSON.parse(line).percent <= 100, line)
  const { output, missing } = JSON.parse(made.out)
  assert.deepEqual([output, missing], [alone, 0])
  const archive = gunzipSync(await readFile(alone)).toString('latin1')
  assert.ok(archive.startsWith('organization.json\0') && archive.includes('export.json\0'))
  assert.ok(!archive.includes(society.made.owner.api_key))
  const again = await loquat('export', '--output', alone, ...at)
  assert.deepEqual([again.code, again.err], [1, `loquat export: ${alone} already exists\n`])

  await servedHere(dataDir)
  const beside = join(dataDir, 'beside.tar.gz')
  assert.equal((await loquat('export', '--output', beside, '--data-dir', dataDir)).code, 0)
  assert.ok((await stat(beside)).size > 0)
  const nowhere = await loquat('export', '--output', join(dataDir, 'no', 'where'), '--data-dir', dataDir)
  assert.equal(nowhere.code, 1)
  // on a slow machine, progress comes before the error
  assert.match(nowhere.err.trim().split('\n').at(-1) ?? '', /^loquat export: /)
})

test('a deleted message is restored with its readers, with and without a server', async () => {
  const dataDir = await society.copy()
  const server = await servedHere(dataDir)
  const post = (content: string) =>
    server.client.send('POST', '/messages', [
      ['type', 'direct'],
      ['to', `[${society.made.owner.user_id}]`],
      ['content', content],
    ])
  const { id: first } = await post('kept by accident')
  const { id: second } = await post('lost by accident')
  const read = async (client: LoquatClient, id: unknown) =>
    ((await client.send('GET', `/messages/${id}`, [['apply_markdown', 'false']])).message as { content: string })
      .content
  for (const id of [first, second]) await server.client.send('DELETE', `/messages/${id}`, [])
  await assert.rejects(read(server.client, second))
  assert.equal(
    (await loquat('message', 'restore', `${second}`, '--data-dir', dataDir)).out,
    `Message ${second} was restored\n`,
  )
  assert.equal(await read(server.client, second), 'lost by accident')
  const again = await loquat('message', 'restore', `${second}`, '--data-dir', dataDir)
  assert.equal(again.code, 1)
  assert.match(again.err, /^[^\n]*message[^\n]*\n$/i)
  await server.client.send('POST', '/users/me/presence', [['status', 'active']])
  const asked = (client: LoquatClient) => client.send('GET', `/users/${society.made.owner.user_id}/presence`, [])
  const { presence } = await asked(server.client)
  await server.stop()
  assert.equal((await loquat('message', 'restore', `${first}`, '--data-dir', dataDir)).code, 0)
  const later = await servedHere(dataDir)
  assert.equal(await read(later.client, first), 'kept by accident')
  assert.deepEqual((await asked(later.client)).presence, presence)
})

test('organizations share a server through subdomains', async () => {
  const dataDir = await society.copy()
  const { url } = await servedHere(dataDir)
  const found = (subdomain: string) =>
    runHere(
      [
        ...['org', 'create', '--data-dir', dataDir, '--name', 'Other', '--subdomain', subdomain, '--json'],
        ...['--owner-name', 'Eve', '--owner-email', 'eve@other.example', '--owner-password', '-'],
      ],
      { stdin: 'a long password\nand more\n' },
    )
  const { out } = await found('other')
  const { realm_url } = JSON.parse(out)
  assert.equal(realm_url, url.replace('127.0.0.1', 'other.localhost'))
  const again = await found('other')
  assert.deepEqual([again.code, again.err], [1, "loquat org create: The subdomain 'other' is taken\n"])
  const which = await loquat('user', 'list', '--data-dir', dataDir, '--org', 'other')
  assert.match(which.out, /eve@other\.example +owner/)
  assert.match(await (await fetch(`${url}/connect`)).text(), /Society(?:.|\n)*Other/)
})

test('a database from a newer version is refused', async () => {
  const dataDir = await society.copy()
  const driver = await openEmbedded({ dataDir: join(dataDir, 'database') })
  await driver.script(`insert into migration (name) values ('29991231000000_future.sql')`)
  await driver.close()
  for (const args of [
    ['serve', '--port', '0'],
    ['user', 'list'],
  ]) {
    const { code, err } = await loquat(...args, '--data-dir', dataDir)
    assert.equal(code, 2)
    assert.match(err, /^loquat [a-z ]+: the database was written by a newer version of Loquat: install .*backup.*\n$/)
  }
})

test('invalid usage prints one line on standard error and exits with 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = `${(taken.address() as AddressInfo).port}`
  const person = ['--owner-name', 'Ada', '--owner-email', 'ada@x.example']
  const wrong: [string[], RegExp][] = [
    [['nonsense'], /there is no command 'nonsense'/],
    [['user'], /after 'user' comes one of create, import, invite, list/],
    [['user', 'destroy'], /no command 'user destroy'/],
    [['serve', '--prot', '1'], /unknown option '--prot'; did you mean --port\?/],
    [['serve', '--port'], /--port/],
    [['serve', '--port', 'many'], /--port: 'many' is not a whole number from 0 to 65535/],
    [['serve', '--url', 'https://example.org/?chat'], /--url: must be a host, with or without a path/],
    [['serve', '--port', '70000'], /--port/],
    [['serve', 'now'], /'now' is an unexpected argument/],
    [['org', 'create', '--name', 'X'], /--owner-name is missing/],
    [['org', 'create', '--name', ' ', ...person], /--name is blank/],
    [['org', 'create', '--name', 'x'.repeat(41), ...person], /--name is too long \(limit: 40 characters\)/],
    [['org', 'create', '--name', 'X', ...person, '--subdomain', 'a.b'], /'a\.b' is not a valid subdomain/],
    [['org', 'create', '--name', 'X', ...person, '--owner-password', 'short'], /at least 8 characters/],
    [['org', 'create', '--name', 'X', ...person, '--owner-password', 'x'.repeat(101)], /at most 100 characters/],
    [['org', 'create', '--name', 'X', ...person, '--owner-password', '-'], /standard input contains no password/],
    [['user', 'create', '--name', 'X', '--email', 'x@x.example', '--role', 'king'], /'king' is not a role/],
    [['user', 'create', '--name', 'X', '--email', 'x'], /'x' is not an email address/],
    [['user', 'create', '--name', 'X', '--email', `${'x'.repeat(250)}@x.example`], /is not an email address/],
    [['user', 'create', '--name', 'x'.repeat(101), '--email', 'x@x.example'], /--name is too long/],
    [['user', 'create', '--name', 'X\nY', '--email', 'x@x.example'], /--name contains characters that are not allowed/],
    [['user', 'api-key'], /EMAIL is missing/],
    [['serve', '--data-dir', society.original, '--port', port], /127\.0\.0\.1:\d+ is in use/],
    [['serve', '--data-dir', join(program, 'in-a-file')], /can't be created/],
    [['serve', '--database-url', 'postgres://127.0.0.1:1/none'], /can't use the PostgreSQL server/],
  ]
  for (const [args, message] of wrong) {
    const { code, out, err } = await loquat(...args)
    assert.deepEqual([code, out, err.split('\n').length], [2, '', 2], `${args.join(' ')}: ${err}`)
    assert.match(err, message)
  }
  taken.close()
  const { code, out, err } = await society.processes.launch(['serve', '--prot', '1']).closed
  assert.deepEqual(
    [code, out, err],
    [2, '', "loquat serve: unknown option '--prot'; did you mean --port? (see loquat serve --help)\n"],
  )
})

test('help lists every command and option', async () => {
  assert.equal((await society.processes.launch(['--version']).closed).out, `${version}\n`)
  const overview = (await loquat('--help')).out
  for (const name of [
    'start',
    'serve',
    'org create',
    'org list',
    'org rename',
    'org deactivate',
    'org reactivate',
    'org delete',
    'user create',
    'user import',
    'user invite',
    'user list',
    'user api-key',
    'user role',
    'user password',
    'user deactivate',
    'user reactivate',
    'user second-factor',
    'message restore',
    'export',
    'demo',
  ]) {
    assert.match(overview, new RegExp(`^ {2}${name} `, 'm'))
    const { code, out } = await loquat(...name.split(' '), '--help')
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^Usage: loquat ${name}`))
  }
  assert.match((await loquat('serve', '--help')).out, /--rate-limits on\|off .*\n? *.*\$LOQUAT_RATE_LIMITS/)
})
