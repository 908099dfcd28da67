import { assert } from 'vitest'
import { ApiError } from '#contract'
import { test } from '#test'
import { updateSettings } from '../src/features/people/user-settings/api.ts'
import { createSavedSnippet } from '../src/features/text/saved-snippets/api.ts'
import type { LoquatClient } from './index.ts'
import { Session } from './session.ts'
import { allStates } from './states.ts'

test('the client knows every state that the server registers, in the same order', ({ server }) => {
  const names = (states: readonly (typeof allStates)[number][]) => states.map(({ schema }) => Object.keys(schema.shape))
  assert.deepEqual(names(allStates), names(server.runtime.initials.map(({ state }) => state)))
  server.runtime.initials.forEach(({ state }, index) => {
    assert.deepEqual([...state.reducers.keys()], [...(allStates[index]?.reducers.keys() ?? [])])
  })
})

test('a session follows events, and says which keys they changed', async ({ ada }) => {
  const session = await Session.open({ client: ada.client })
  const before = session.told
  assert.equal(session.userId, ada.id)
  await ada.call(createSavedSnippet, { title: 'Hi', content: 'Hello!' })
  const { events, changed } = await session.poll({ wait: true })
  assert.deepEqual(
    events.map(({ type, op }) => [type, op]),
    [['saved_snippets', 'add']],
  )
  assert.deepEqual([...changed], ['saved_snippets'])
  assert.equal((session.told.saved_snippets as unknown[]).length, 1)
  assert.equal(session.told.realm_users, before.realm_users)
  await session.close()
})

test('a session whose queue is gone registers anew and goes on', async ({ ada }) => {
  const session = await Session.open({ client: ada.client })
  const first = session.queueId
  await ada.send('DELETE', '/events', { queue_id: first })
  const end = new AbortController()
  const heard: string[] = []
  let renewed = () => {}
  const replaced = new Promise<void>((resolve) => {
    renewed = resolve
  })
  let arrived = () => {}
  const event = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const following = session.follow(
    {
      replaced: () => renewed(),
      events(events) {
        heard.push(...events.map(({ type }) => type))
        arrived()
      },
    },
    end.signal,
  )
  await replaced
  assert.notEqual(session.queueId, first)
  await ada.call(updateSettings, { twenty_four_hour_time: true })
  await event
  assert.include(heard, 'user_settings')
  end.abort()
  await session.close()
  await following
})

test('a session waits while the server does not answer, and says so', async ({ ada }) => {
  let fails = 0
  const client = new Proxy(ada.client, {
    get(target, name) {
      if (name !== 'call') return Reflect.get(target, name)
      return (endpoint: { path: string }, params: never) => {
        if (endpoint.path === '/events' && fails++ === 0) return Promise.reject(new TypeError('fetch failed'))
        return target.call(endpoint as never, params)
      }
    },
  })
  const session = await Session.open({ client })
  const end = new AbortController()
  const states: string[] = []
  let seen = () => {}
  const live = new Promise<void>((resolve) => {
    seen = resolve
  })
  const following = session.follow(
    {
      connection(state) {
        states.push(state)
        if (state === 'live') seen()
      },
    },
    end.signal,
  )
  await ada.call(updateSettings, { twenty_four_hour_time: true })
  await live
  assert.deepEqual(states, ['waiting', 'live'])
  end.abort()
  await session.close()
  await following
})

/** Comes back to a queue that has missed so many events, and follows it until it is there. */
async function returnsAfter(missed: number) {
  const settings = { twenty_four_hour_time: false }
  const told = { queue_id: 'left', last_event_id: -1, user_id: 1, user_settings: settings }
  const asked: unknown[] = []
  const call = async ({ path }: { path: string }, { dont_block, last_event_id }: Record<string, unknown>) => {
    if (path === '/register') {
      asked.push('register')
      return { ...told, queue_id: 'anew', user_settings: { twenty_four_hour_time: true } }
    }
    asked.push(dont_block ? 'at once' : 'waits')
    if (!dont_block) return new Promise(() => {})
    const events = Array.from({ length: missed }, (_, n) => ({
      ...{ id: Number(last_event_id) + 1 + n, type: 'user_settings', op: 'update' },
      ...{ property: 'twenty_four_hour_time', value: n === missed - 1 },
    }))
    return { events }
  }
  const client = { call } as unknown as LoquatClient
  const session = Session.adopt({ client }, { told, lastEventId: -1 }, { late: true })
  const end = new AbortController()
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    void session.follow(
      {
        events: (events) => void heard.push(`${events.length}`),
        replaced: () => void heard.push('anew'),
        connection(state) {
          heard.push(state)
          resolve()
        },
      },
      end.signal,
    )
  })
  end.abort()
  const { twenty_four_hour_time } = session.told.user_settings as typeof settings
  return { asked, heard, last: twenty_four_hour_time }
}

test('a session that goes on after long hears at once what it missed', async () => {
  const nothing = await returnsAfter(0)
  assert.deepEqual([nothing.asked[0], nothing.heard], ['at once', ['live']])
  const some = await returnsAfter(230)
  assert.deepEqual([some.asked[0], some.heard, some.last], ['at once', ['100', '100', '30', 'live'], true])
  // so much that a new state is there sooner
  const much = await returnsAfter(1_000)
  assert.deepEqual([much.asked.slice(0, 2), much.last], [['at once', 'register'], true])
  assert.deepEqual(much.heard[0], 'live')
})

test('a session ends when its account is signed out', async ({ ada, ben }) => {
  const session = await Session.open({ client: ben.client })
  await ada.send('DELETE', `/users/${ben.id}`)
  const problem = await session.follow({}, new AbortController().signal).catch((error: unknown) => error)
  assert.ok(problem instanceof ApiError)
  assert.equal(problem.status, 401)
})
