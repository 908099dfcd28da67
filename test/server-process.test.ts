import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { projectRoot } from '#platform/config'
import { afterAll, afterEach, assert, beforeAll, foundSociety, runHere, test } from '#test'
import type { CommandProcesses } from './harness/command-processes.ts'
import { SocietyDirectory } from './harness/society-directory.ts'

let society: SocietyDirectory
beforeAll(async () => {
  society = await SocietyDirectory.prepare()
})
afterEach(() => society.processes.end())
afterAll(() => society.remove())

const loquat = (...args: string[]) => runHere(args)
const launch: CommandProcesses['launch'] = (args, options) => society.processes.launch(args, options)

async function serve(dataDir: string) {
  const server = await society.processes.serve(dataDir)
  return { ...server, client: society.clientOf(server.url) }
}

test('a created organization is served, and the server exits cleanly', async () => {
  const dataDir = await society.copy()
  const { url, client, stop } = await serve(dataDir)
  const settings = await client.send('GET', '/server_settings')
  assert.equal(settings.realm_name, 'Society')
  assert.equal(settings.realm_url, url)
  const key = await client.send('POST', '/fetch_api_key', [
    ['username', 'ada@society.example'],
    ['password', 'correct horse battery'],
  ])
  assert.equal(key.api_key, society.made.owner.api_key)
  assert.equal((await client.send('GET', '/users/me')).user_id, society.made.owner.user_id)
  // a client is polling: its request ends properly
  const { queue_id } = await client.send('POST', '/register', [['event_types', '["message"]']])
  const waiting = client.send('GET', '/events', [
    ['queue_id', queue_id as string],
    ['last_event_id', '-1'],
  ])
  const [ended, { events }] = await Promise.all([stop('SIGTERM'), waiting])
  assert.deepEqual(events, [])
  assert.deepEqual([ended.code, ended.err], [0, ''])
  await assert.rejects(stat(join(dataDir, 'loquat.lock')))
})

test.each(['SIGTERM', 'SIGINT'] as const)('a server waiting for its database exits at once on %s', async (signal) => {
  // accepts connections and says nothing
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const database = ['--database-url', `postgres://ada@127.0.0.1:${port}/society`, '--database-connect-seconds', '60']
  const connected = once(silent, 'connection')
  const { child, closed } = launch(['serve', '--data-dir', join(society.folder, 'waiting'), '--port', '0', ...database])
  await connected
  child.kill(signal)
  const { code, out, err } = await closed
  silent.close()
  assert.deepEqual([code, out, err], [0, '', ''])
})

test('a server ended while creating its database starts over next time', async () => {
  const dataDir = join(society.folder, 'ended')
  const { child, closed } = launch(['serve', '--data-dir', dataDir, '--port', '0'])
  await vi.waitFor(() => stat(join(dataDir, 'database.unpacked')), { timeout: 200_000, interval: 10 })
  child.kill('SIGTERM')
  const { code, err } = await closed
  assert.deepEqual([code, err], [0, ''])
  const next = await loquat(...foundSociety, '--data-dir', dataDir)
  assert.equal(next.code, 0, next.err)
})

test('a data directory belongs to one process; SIGINT ends it too', async () => {
  const dataDir = await society.copy()
  const { url, client, pid, stop } = await serve(dataDir)
  assert.equal((await stat(join(dataDir, 'loquat.lock'))).mode & 0o777, 0o600)
  const second = await loquat('serve', '--data-dir', dataDir, '--port', '0')
  assert.equal(second.code, 2)
  assert.match(second.err, new RegExp(`^loquat serve: .* in use by process ${pid} .*${url}.*\n$`))
  assert.equal((await client.send('GET', '/users/me')).user_id, society.made.owner.user_id, 'the first one goes on')
  assert.equal((await stop('SIGINT')).code, 0)
})

test('npm start passes options on, and SIGTERM stops the server before npm ends', async () => {
  const dataDir = await society.copy()
  const child = spawn('npm', ['start', '--', '--data-dir', dataDir, '--port', '0'], {
    cwd: projectRoot,
    env: { ...process.env, LOQUAT_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // its own process group, of which nothing is left afterwards
    detached: true,
  })
  const closed = once(child, 'exit')
  try {
    let out = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part) => {
        out += part
        if (out.includes('Ctrl+C stops the server')) resolve()
      })
      void closed.then(() => reject(new Error(out)))
    })
    const [, url = ''] = /Loquat is at (http:\S+)/.exec(out) ?? []
    assert.equal((await fetch(`${url}/health`)).status, 200)
    child.kill('SIGTERM')
    await closed
    await assert.rejects(stat(join(dataDir, 'loquat.lock')), 'the server is still there')
    await assert.rejects(fetch(`${url}/health`))
  } finally {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // all of it has ended
    }
  }
})

test('a killed server blocks no restart, and its event queues continue', async () => {
  const dataDir = await society.copy()
  const first = await serve(dataDir)
  const { queue_id } = await first.client.send('POST', '/register', [['event_types', '["realm_user"]']])
  await first.stop('SIGKILL')
  assert.ok(await stat(join(dataDir, 'loquat.lock')), 'its lock is still there')
  const ben = ['--name', 'Ben', '--email', 'ben@society.example']
  assert.equal((await loquat('user', 'create', '--data-dir', dataDir, ...ben)).code, 0)
  const { client } = await serve(dataDir)
  const { events } = (await client.send('GET', '/events', [
    ['queue_id', queue_id as string],
    ['last_event_id', '-1'],
    ['dont_block', 'true'],
  ])) as { events: { op: string; person: { full_name: string } }[] }
  assert.deepEqual(
    events.map(({ op, person }) => [op, person.full_name]),
    [['add', 'Ben']],
  )
})

test('start leads a new user to an organization', async () => {
  const dataDir = join(society.folder, 'fresh')
  const { child, ended, closed } = launch(['start', '--port', '0'], { env: { LOQUAT_DATA_DIR: dataDir } })
  await new Promise<void>((resolve) => child.stdout.on('data', () => /Ctrl\+C/.test(ended.out) && resolve()))
  const [setup = ''] = /http:\/\/127\.0\.0\.1:\d+\/setup\/[\w-]{22}/.exec(ended.out) ?? []
  assert.match(await (await fetch(setup)).text(), /Set up your organization/)
  assert.match(ended.out, new RegExp(`bin/loquat demo --data-dir ${dataDir}\n`))
  child.kill('SIGTERM')
  const { code, err } = await closed
  assert.equal(code, 0)
  assert.ok(!err.includes(setup.split('/').at(-1) as string), 'the log does not tell the way in')
})
