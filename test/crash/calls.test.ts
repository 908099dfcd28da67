import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { ApiError } from '#contract'
import { assert, RealServer } from '#test'
import { allCapabilities } from '../../client/capabilities.ts'
import { fetchTransport, LoquatClient } from '../../client/index.ts'
import {
  getCalls,
  joinCall,
  reportAlive,
  sendSignals,
  signalReceived,
  startCall,
} from '../../src/features/calls/calls/api.ts'
import { getEvents } from '../../src/features/clients/events/api.ts'

const [one, two] = ['a', 'b'].map((letter) => letter.repeat(22)) as [string, string]

/** Passes over requests that failed because the server was down. */
function unlessAnswered(problem: unknown): void {
  if (problem instanceof ApiError) throw problem
}

test('a call survives a server that is killed and started again', async () => {
  const server = await RealServer.prepare()
  let goesOn = true
  try {
    const owner = await server.createOrganization()
    const made = await server.command(
      ...['user', 'create', '--json', '--name', 'Ben', '--email', 'ben@society.example'],
      ...['--password', 'correct horse battery'],
    )
    const { user_id, email, api_key } = JSON.parse(made) as { user_id: number; email: string; api_key: string }
    await server.start()
    const transport = fetchTransport(server.url)
    const ada = new LoquatClient({ email: owner.email, apiKey: owner.apiKey, transport })
    const ben = new LoquatClient({ email, apiKey: api_key, transport })
    const { queue_id, last_event_id } = (await ada.send('POST', '/register', [
      ['event_types', JSON.stringify([signalReceived.type])],
      ['client_capabilities', JSON.stringify(allCapabilities)],
    ])) as { queue_id: string; last_event_id: number }
    const { call } = await ada.call(startCall, { type: 'direct', to: [user_id], session_id: one })
    const { call_id } = call
    await ben.call(joinCall, { call_id, session_id: two })
    const { calls: before } = await ada.call(getCalls, {})

    const reporting = [
      { client: ada, session_id: one },
      { client: ben, session_id: two },
    ].map(async ({ client, session_id }) => {
      while (goesOn) {
        await client.call(reportAlive, { call_id, session_id }).catch(unlessAnswered)
        await pause(50)
      }
    })
    await server.end('SIGKILL')
    await server.start()
    const signals = [{ to: one, data: 'after the restart' }]
    for (let isHeard = false; !isHeard; await pause(100)) {
      await ben.call(sendSignals, { call_id, session_id: two, signals })
      const { events } = await ada.call(getEvents, { queue_id, last_event_id, dont_block: true })
      isHeard = events.some(({ type, data }) => type === signalReceived.type && data === signals[0]?.data)
    }
    assert.deepEqual((await ada.call(getCalls, {})).calls, before)
    goesOn = false
    await Promise.all(reporting)
  } finally {
    goesOn = false
    await server.dispose()
  }
})
