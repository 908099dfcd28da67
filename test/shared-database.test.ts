import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '#platform/db'
import { assert, test } from '#test'
import { fetchTransport, LoquatClient } from '../client/index.ts'
import { getCalls, joinCall, sendSignals, startCall } from '../src/features/calls/calls/api.ts'
import { getEvents } from '../src/features/clients/events/api.ts'
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
    const created = await processes.launch(
      ['user', 'create', '--name', 'Ben', '--email', 'ben@society.example', '--json'],
      { env },
    ).closed
    const { events } = (await waiting) as { events: { person: { full_name: string } }[] }
    assert.deepEqual(
      events.map(({ person }) => person.full_name),
      ['Ben'],
    )
    const { members } = (await other.send('GET', '/users')) as { members: unknown[] }
    assert.equal(members.length, 2)

    // people on different processes are in one call, and what their browsers tell each other arrives
    const { user_id, api_key } = JSON.parse(created.out)
    const transport = fetchTransport(servers[1]?.url as string)
    const ben = new LoquatClient({ email: 'ben@society.example', apiKey: api_key, transport })
    const [first, second] = ['a', 'b'].map((letter) => letter.repeat(22)) as [string, string]
    const { call } = await one.call(startCall, { type: 'direct', to: [user_id], session_id: first })
    const joined = await ben.call(joinCall, { call_id: call.call_id, session_id: second })
    const signals = async (from: LoquatClient, to: LoquatClient, session_id: string, other_id: string) => {
      const queue = await to.send('POST', '/register', [
        ['event_types', '["call_signal"]'],
        ['client_capabilities', '{"calls": true}'],
      ])
      const data = '日'.repeat(15_000)
      await from.call(sendSignals, { call_id: call.call_id, session_id, signals: [{ to: other_id, data }] })
      const { events } = await to.call(getEvents, { queue_id: queue.queue_id as string, last_event_id: -1 })
      assert.deepEqual(
        events.map((event) => [event.from, event.data]),
        [[session_id, data]],
      )
    }
    await signals(one, ben, first, second)
    await signals(ben, one, second, first)
    assert.deepEqual((await one.call(getCalls, {})).calls, [joined.call])
    for (const { stop } of servers) assert.equal((await stop('SIGTERM')).code, 0)
  } finally {
    processes.end()
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
    await rm(folder, { recursive: true, force: true })
  }
})
