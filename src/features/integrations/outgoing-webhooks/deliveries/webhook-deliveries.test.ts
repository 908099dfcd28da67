import { botTypes } from '#contract'
import { assert, type Person } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { raw } from '../../../../../test/harness/files.ts'
import { createBot, getBots } from '../../../people/users/bot-api.ts'
import { noSuchBot } from '../../../people/users/errors.ts'
import { notIncoming, testedTooOften as postedTooOften, testIncomingWebhook } from '../../incoming-webhooks/api.ts'
import { notThatKind, testedTooOften, testOutgoingWebhook } from '../api.ts'
import { deliver, makeHook, test } from '../fixture.ts'
import * as api from './api.ts'

const list = async (person: Person, bot_id: number) =>
  (await person.call(api.getWebhookDeliveries, { bot_id: bot_id as never })).deliveries

async function makeIncoming(owner: Person) {
  const made = await owner.call(createBot, {
    full_name: 'Alerts',
    short_name: 'alerts',
    bot_type: botTypes.incomingWebhook,
  })
  return { id: made.user_id as never, key: made.api_key }
}

test("deliveries are visible to the bot's owner and administrators, without secrets", async ({
  server,
  ada,
  ben,
  cleo,
  ines,
  web,
}) => {
  const bot = await makeHook(ben, `${web.url}/in`)
  const token = (await ben.call(getBots)).bots[0]?.services[0]?.token as string
  const tell = async (content: string) => {
    await ada.sends(content, bot)
    await deliver(server)
  }
  web.answer = () => ({ content: 'Hello' })
  await tell('words for the bot')
  web.answer = (_request, response) => {
    response.statusCode = 404
    response.end(`no such page, ${token}, \0 ${'x'.repeat(1_000)}`)
  }
  await tell('more words')
  const deliveries = await list(ben, bot.id)
  assert.deepEqual(
    deliveries.map((one) => [one.direction, one.succeeded, one.status, one.is_test, one.problem]),
    [
      ['outgoing', false, 404, false, 'it answered with status 404'],
      ['outgoing', true, 200, false, ''],
    ],
  )
  assert.match(deliveries[0]?.answer ?? '', /^no such page, \(hidden\), {2}x{400,}…$/)
  assert.equal(deliveries[1]?.answer, '')
  assert.ok(!JSON.stringify(deliveries).includes('words'))
  assert.deepEqual(await list(ines, bot.id), deliveries)
  await cleo.refused(api.getWebhookDeliveries, { bot_id: bot.id as never }, noSuchBot)
})

test('each attempt of a retried delivery is logged', async ({ server, ada, ben, web }) => {
  const bot = await makeHook(ben, `${web.url}/in`)
  web.answer = (_request, response) => {
    response.statusCode = 503
    response.end()
  }
  await ada.sends('x', bot)
  await deliver(server)
  assert.deepEqual(
    (await list(ben, bot.id)).map(({ status, succeeded }) => [status, succeeded]),
    [[503, false]],
  )
})

test('testing an outgoing webhook sends its reply to no one', async ({ ada, ben, cleo, ines, web }) => {
  const bot = await makeHook(ben, `${web.url}/in`)
  const bot_id = bot.id as never
  web.answer = () => ({ content: 'I am here' })
  const watch = await ben.register('message')
  const came = await ben.call(testOutgoingWebhook, { bot_id })
  assert.deepEqual([came.succeeded, came.status, came.reply, came.problem], [true, 200, 'I am here', ''])
  const posted = JSON.parse(web.requests[0]?.body ?? '')
  assert.deepEqual([posted.message.id, posted.message.sender_id, posted.trigger], [0, ben.id, 'direct_message'])
  assert.deepEqual(await watch.of('message'), [])
  const [kept] = await list(ines, bot.id)
  assert.deepEqual([kept?.is_test, kept?.succeeded, kept?.answer], [true, true, '{"content":"I am here"}'])
  await cleo.refused(testOutgoingWebhook, { bot_id }, noSuchBot)
  const other = await makeIncoming(ada)
  await ada.refused(testOutgoingWebhook, { bot_id: other.id }, notThatKind)
  for (let at = 0; at < 9; at++) await ben.call(testOutgoingWebhook, { bot_id })
  await ben.refused(testOutgoingWebhook, { bot_id }, testedTooOften)
})

test('a test can call only what real requests can', async ({ ben }) => {
  const bot = await makeHook(ben, 'http://10.1.2.3/in')
  const came = await ben.call(testOutgoingWebhook, { bot_id: bot.id as never })
  assert.deepEqual([came.succeeded, came.status, came.problem], [false, null, '10.1.2.3 is not at a public address'])
})

test('posts to an incoming webhook are logged, refused ones with the reason', async ({
  society,
  server,
  ada,
  ben,
  cleo,
}) => {
  await makeChannel(society.org, 'ops', [ada, ben])
  const { id, key } = await makeIncoming(ben)
  const post = (query: Record<string, string>, body: string) =>
    raw(server, society.org, `/api/v1/external/slack_incoming?${new URLSearchParams({ api_key: key, ...query })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    })
  assert.equal((await post({ stream: 'ops' }, '{"text":"fine"}')).status, 200)
  assert.equal((await post({ stream: 'nowhere' }, '{"text":"lost"}')).status, 400)
  assert.equal((await post({ stream: 'ops' }, '{"text":')).status, 400)
  const deliveries = await list(ben, id)
  assert.deepEqual(
    deliveries.map((one) => [one.direction, one.succeeded, one.status]),
    [
      ['incoming', false, 400],
      ['incoming', false, 400],
      ['incoming', true, 200],
    ],
  )
  assert.match(deliveries[0]?.problem ?? '', /JSON/)
  assert.match(deliveries[1]?.problem ?? '', /nowhere/)
  assert.ok(!JSON.stringify(deliveries).includes(key))
  await cleo.refused(api.getWebhookDeliveries, { bot_id: id }, noSuchBot)
})

test('the last fifty requests of a bot are kept', async ({ society, ada, ben }) => {
  const { id } = await makeIncoming(ben)
  const { keepDelivery } = await import('./actions.ts')
  const { peopleCache } = await import('../../../people/users/cache.ts')
  const bot = society.org.get(peopleCache).byId.get(id)
  assert.ok(bot)
  for (let at = 0; at < 53; at++)
    await society.org.transact(null, (mutation) =>
      keepDelivery(mutation, bot, { direction: 'incoming', succeeded: true, status: 200, durationMs: at }),
    )
  const deliveries = await list(ada, id)
  assert.deepEqual(
    deliveries.map(({ duration_ms }) => duration_ms),
    Array.from({ length: 50 }, (_, at) => 52 - at),
  )
})

test('an incoming webhook bot posts a sample where requested, as itself', async ({ society, ada, ben, cleo }) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben])
  const { id } = await makeIncoming(ben)
  const watch = await ben.register('message')
  await ben.call(testIncomingWebhook, { bot_id: id, stream: 'ops', topic: 'try' })
  await ben.call(testIncomingWebhook, { bot_id: id, integration: 'json' })
  const messages = (await watch.of('message')).map(({ message }) => message as Record<string, unknown>)
  assert.deepEqual(
    messages.map((one) => [one.sender_id, one.type, one.stream_id, one.subject]),
    [
      [id, 'stream', channel, 'try'],
      [id, 'private', undefined, ''],
    ],
  )
  assert.match(String(messages[0]?.content), /It works/)
  assert.deepEqual(
    (await list(ben, id)).map(({ is_test, succeeded }) => [is_test, succeeded]),
    [
      [true, true],
      [true, true],
    ],
  )
  await ben.refused(testIncomingWebhook, { bot_id: id, stream: 'nowhere' })
  const [refused] = await list(ben, id)
  assert.deepEqual([refused?.is_test, refused?.succeeded, refused?.status], [true, false, 400])
  await cleo.refused(testIncomingWebhook, { bot_id: id }, noSuchBot)
  const other = await ben.call(createBot, { full_name: 'Other', short_name: 'other', bot_type: botTypes.generic })
  await ben.refused(testIncomingWebhook, { bot_id: other.user_id as never }, notIncoming)
  for (let at = 0; at < 7; at++) await ben.call(testIncomingWebhook, { bot_id: id })
  await ben.refused(testIncomingWebhook, { bot_id: id }, postedTooOften)
})

test("a refused post is recorded, even if its URL has characters that can't be stored", async ({ society, ben }) => {
  const { id, key } = await makeIncoming(ben)
  const reply = await raw(society.server, society.org, `/api/v1/external/a%00b?api_key=${key}`, { method: 'POST' })
  assert.equal(reply.status, 400)
  const [refused] = await list(ben, id)
  assert.deepEqual([refused?.succeeded, refused?.status, refused?.integration], [false, 400, 'ab'])
})
