import { badEventQueueId, botTypes } from '#contract'
import { assert, type Person, test } from '#test'
import { getEvents } from '../src/features/clients/events/api.ts'
import { getStorage, storageFull, updateStorage } from '../src/features/integrations/bot-storage/api.ts'
import { badNarrow } from '../src/features/messages/messages/narrow/terms.ts'
import { createBot } from '../src/features/people/users/bot-api.ts'
import { addAlertWords, getAlertWords } from '../src/features/text/alert-words/api.ts'
import { raw } from './harness/files.ts'

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const around = { anchor: 'newest', num_before: 1, num_after: 0 }
const flags = { ...around, op: 'add', flag: 'read' }
const words = (count: number) => many(count, (index) => `w${index}`).join(' ')

/** Parameters that once blocked the server or broke the database, with their errors. */
const requests: [what: string, method: string, path: string, params: Record<string, unknown>, message: RegExp][] = [
  [
    'a search of 7,000 words',
    'GET',
    '/messages',
    { ...around, narrow: [['search', words(7_000)]] },
    /^Invalid narrow: 'search' is too long/,
  ],
  [
    'a search of words of one letter',
    'GET',
    '/messages',
    { ...around, narrow: [['search', 'a '.repeat(900)]] },
    /^Invalid narrow: 'search' has too many words/,
  ],
  [
    'searches that are negated',
    'GET',
    '/messages',
    { ...around, narrow: many(600, (index) => ({ operator: 'search', operand: `w${index}`, negated: true })) },
    /^Invalid narrow: is too long \(limit: 100 items\)/,
  ],
  [
    'searches in one narrow',
    'GET',
    '/messages',
    { ...around, narrow: many(11, (index) => ({ operator: 'search', operand: `w${index}`, negated: true })) },
    /^Invalid narrow: 'search' is given too often/,
  ],
  [
    'flags for a search of 10,000 words',
    'POST',
    '/messages/flags/narrow',
    { ...flags, narrow: [['search', words(10_000)]] },
    /^Invalid narrow: 'search' is too long/,
  ],
  [
    'ids that are negated',
    'GET',
    '/messages',
    { ...around, narrow: many(1_000, (index) => ({ operator: 'id', operand: index, negated: true })) },
    /^Invalid narrow: is too long/,
  ],
  [
    'people of a conversation',
    'GET',
    '/messages',
    { ...around, narrow: [['dm', many(1_001, () => 1)]] },
    /^Invalid narrow: 'dm' names too many users/,
  ],
  ['terms of a queue', 'POST', '/register', { narrow: many(101, () => ['is', 'dm']) }, /^Invalid narrow: is too long/],
  ['kinds of events', 'POST', '/register', { event_types: many(501, String) }, /^Invalid event_types: is too long/],
  [
    'messages to flag',
    'POST',
    '/messages/flags',
    { messages: many(70_000, (index) => index), op: 'add', flag: 'read' },
    /^Invalid messages: is too long \(limit: 10000 items\)/,
  ],
  [
    'new channels',
    'POST',
    '/users/me/subscriptions',
    { subscriptions: many(1_001, (index) => ({ name: `n${index}` })) },
    /^Invalid subscriptions: is too long \(limit: 1000 items\)/,
  ],
  [
    'channels that are to be made',
    'PATCH',
    '/users/me/subscriptions',
    { add: many(101, (index) => ({ name: `n${index}` })) },
    /^Invalid add: there are too many new channels \(limit: 100\)/,
  ],
  [
    'settings of channels',
    'POST',
    '/users/me/subscriptions/properties',
    { subscription_data: many(2_001, () => ({ stream_id: 1, property: 'is_muted', value: true })) },
    /^Invalid subscription_data: is too long/,
  ],
  [
    'channels to leave',
    'DELETE',
    '/users/me/subscriptions',
    { subscriptions: many(1_001, String) },
    /^Invalid subscriptions: is too long/,
  ],
  [
    'drafts',
    'POST',
    '/drafts',
    { drafts: many(101, () => ({ type: '', to: [], content: 'x' })) },
    /^Invalid drafts: is too long \(limit: 100 items\)/,
  ],
  [
    'alert words',
    'POST',
    '/users/me/alert_words',
    { alert_words: many(1_001, String) },
    /^Invalid alert_words: is too long/,
  ],
  [
    'keys of bot storage',
    'PUT',
    '/bot_storage',
    { storage: Object.fromEntries(many(10_001, (index) => [`k${index}`, ''])) },
    /^Invalid storage: is too long \(limit: 10000 names\)/,
  ],
  [
    'values within one parameter',
    'PUT',
    '/bot_storage',
    { storage: `{"a":[${'[],'.repeat(310_000)}[]]}` },
    /^Invalid storage: holds too many values/,
  ],
]

for (const [what, method, path, params, message] of requests)
  test(`too many are refused with the parameter’s name: ${what}`, async ({ ben }) => {
    assert.match((await ben.refusedRaw(method, path, params)).message, message)
  })

test("an operand that isn't text is refused, whatever its type", async ({ ben }) => {
  const operand = { toString: 1, valueOf: 1 }
  for (const operator of ['search', 'topic', 'is', 'dm', 'sender', 'has'])
    await ben.refusedRaw('POST', '/register', { narrow: [{ operator, operand }] })
  const error = await ben.refusedRaw('GET', '/messages', { ...around, narrow: [{ operator: 'search', operand }] })
  assert.equal(error.code, badNarrow.code)
})

test("characters that can't be stored are refused in unchecked fields", async ({ ben }) => {
  const bad = ['["a\\u0000"]', '["\\ud800"]']
  for (const value of bad) {
    assert.match(
      (await ben.refusedRaw('POST', '/register', { event_types: value })).message,
      /^Invalid event_types: cannot contain/,
    )
    assert.match(
      (await ben.refusedRaw('POST', '/users/me/alert_words', { alert_words: value })).message,
      /^Invalid alert_words: cannot contain/,
    )
  }
  for (const name of ['a\\u0000', '\\udfff']) {
    const capabilities = { client_capabilities: `{"${name}": true}` }
    assert.match(
      (await ben.refusedRaw('POST', '/register', capabilities)).message,
      /^Invalid client_capabilities: cannot contain/,
    )
    assert.match(
      (await ben.refusedRaw('PUT', '/bot_storage', { storage: `{"${name}": ""}` })).message,
      /^Invalid storage: cannot contain/,
    )
  }
  assert.deepEqual((await ben.call(getStorage, {})).storage, {})
})

test("the number of statements doesn't depend on the length of a list", async ({ server, ada, ben }) => {
  const { db } = server.runtime
  const count = async (work: () => Promise<unknown>) => {
    const before = db.statements
    await work()
    return db.statements - before
  }
  const join = (person: Person, prefix: string, channels: number) => () =>
    person.send('POST', '/users/me/subscriptions', {
      subscriptions: many(channels, (at) => ({ name: `${prefix}${at}` })),
    })
  // background work runs a few statements too
  const most = 40
  assert.ok((await count(join(ada, 'a', 100))) < most)
  const subscriptions = (await ada.send('GET', '/users/me/subscriptions')).subscriptions as { stream_id: number }[]
  const pin = (entries: number) => () =>
    ada.send('POST', '/users/me/subscriptions/properties', {
      subscription_data: many(entries, (at) => ({
        stream_id: subscriptions[at % subscriptions.length]?.stream_id,
        property: 'pin_to_top',
        value: true,
      })),
    })
  assert.ok((await count(pin(1_000))) < most)
  const draft = (drafts: number) => () =>
    ben.send('POST', '/drafts', { drafts: many(drafts, (at) => ({ type: '', to: [], content: `draft ${at}` })) })
  assert.ok((await count(draft(100))) < most)
})

test('alert words are limited in total per person', async ({ ben }) => {
  await ben.call(addAlertWords, { alert_words: many(999, (index) => `word ${index}`) })
  const error = await ben.refused(addAlertWords, { alert_words: ['one', 'two'] })
  assert.match(error.message, /^Invalid alert_words/)
  assert.equal((await ben.call(getAlertWords, {})).alert_words.length, 999)
  await ben.call(addAlertWords, { alert_words: ['one', 'WORD 7'] })
  await ben.refused(addAlertWords, { alert_words: ['two'] })
})

test("a bot's stored keys are limited in total", async ({ ben }) => {
  const part = (prefix: string, count: number) =>
    ben.call(updateStorage, { storage: Object.fromEntries(many(count, (index) => [`${prefix}${index}`, ''])) })
  await ben.send('PUT', '/bot_storage', { storage: '{"__proto__": "kept", "constructor": "too"}' })
  const { storage } = await ben.send('GET', '/bot_storage', { keys: ['__proto__', 'constructor'] })
  assert.equal(JSON.stringify(storage), '{"__proto__":"kept","constructor":"too"}')
  await part('a', 9_998)
  await ben.refused(updateStorage, { storage: { one: 'more' } }, storageFull)
  await part('a', 9_998)
  await ben.send('DELETE', '/bot_storage', { keys: ['__proto__'] })
  await part('b', 1)
})

test('over the limit, the least recently used event queue is removed with an error', async ({ ben, cleo }) => {
  const other = await cleo.register('message')
  const register = () => ben.register('message')
  const first = await register()
  const second = await register()
  // a client waits here, so it isn't idle
  const waiting = ben.call(getEvents, { queue_id: first.queueId, last_event_id: -1 })
  for (let count = 0; count < 99; count++) await register()
  const gone = { queue_id: second.queueId, last_event_id: -1, dont_block: true }
  const error = await ben.refused(getEvents, gone, badEventQueueId)
  assert.equal(error.fields.queue_id, second.queueId)
  await ben.sends('still here', ben)
  assert.equal((await waiting).events.length, 1)
  await cleo.call(getEvents, { queue_id: other.queueId, last_event_id: -1, dont_block: true })
})

test('unusual JSON from integrations is shown', async ({ society, ada }) => {
  const { api_key } = await ada.call(createBot, {
    full_name: 'Alerts',
    short_name: 'alerts',
    bot_type: botTypes.incomingWebhook,
  })
  const post = async (body: string) => {
    const { status, json } = await raw(society.server, society.org, `/api/v1/external/json?api_key=${api_key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    })
    return [status, json.msg]
  }
  assert.deepEqual(await post(`"${'``` '.repeat(300_000)}"`), [200, ''])
  assert.deepEqual(await post(JSON.stringify({ ['k'.repeat(500_000)]: 'v'.repeat(3_000_000) })), [200, ''])
  assert.deepEqual(await post(`${'['.repeat(60)}${'1,'.repeat(74_000)}1${']'.repeat(60)}`), [200, ''])
  assert.deepEqual(await post('{"__proto__": {"shown": true}}'), [200, ''])
  const { messages } = await ada.send('GET', '/messages', { ...around, apply_markdown: false })
  assert.match((messages as { content: string }[]).at(-1)?.content ?? '', /"__proto__": \{\n +"shown": true/)
  const [status, message] = await post(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
  assert.deepEqual([status, message], [400, 'Invalid payload: is nested too deeply (limit: 64 levels)'])
})
