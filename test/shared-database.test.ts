import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#platform/db'
import { assert, test } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { CommandProcesses } from './harness/command-processes.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

test.skipIf(!databaseUrl)('processes share a PostgreSQL server and data directory, and notify each other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-test-'))
  const processes = new CommandProcesses(folder)
  const admin = await openServer(databaseUrl as string, { connections: 1 })
  const name = `loquat_shared_${process.pid}`
  await admin.script(`create database ${name}`)
  const own = new URL(databaseUrl as string)
  own.pathname = `/${name}`
  const env = { LOQUAT_DATABASE_URL: own.href }
  try {
    const dataDir = join(folder, 'shared')
    // both migrate the empty database at once
    const servers = await Promise.all([dataDir, dataDir].map((shared) => processes.serve(shared, env)))
    const { out, err } = await processes.launch(
      ['org', 'create', '--name', 'S', '--owner-name', 'Ada', '--owner-email', 'ada@society.example', '--json'],
      { env },
    ).closed
    assert.ok(out, err)
    const key = JSON.parse(out).owner.api_key
    const [one, other] = servers.map(
      ({ url }) => new LoquatClient({ email: 'ada@society.example', apiKey: key, transport: fetchTransport(url) }),
    ) as [LoquatClient, LoquatClient]
    const { queue_id } = await one.send('POST', '/register', [['event_types', '["realm_user"]']])
    const waiting = one.send('GET', '/events', [
      ['queue_id', queue_id as string],
      ['last_event_id', '-1'],
    ])
    await processes.launch(['user', 'create', '--name', 'Ben', '--email', 'ben@society.example'], { env }).closed
    const { events } = (await waiting) as { events: { person: { full_name: string } }[] }
    assert.deepEqual(
      events.map(({ person }) => person.full_name),
      ['Ben'],
    )
    const { members } = (await other.send('GET', '/users')) as { members: unknown[] }
    assert.equal(members.length, 2)
    for (const { stop } of servers) assert.equal((await stop('SIGTERM')).code, 0)
  } finally {
    processes.end()
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
    await rm(folder, { recursive: true, force: true })
  }
})
