import { assert, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { getLatestDeliveries } from '../outgoing-webhooks/deliveries/api.ts'
import * as api from './api.ts'
import { last, makeHook, post } from './fixture.ts'

const push = (branch: string) => ({
  ref: `refs/heads/${branch}`,
  commits: [{ id: 'abc', message: 'x' }],
  repository: { name: 'o' },
  sender: { login: 'ada' },
})

test('an integration posts to its channel and topic unless the URL names others', async ({ society, ada, ben }) => {
  const ops = await makeChannel(society.org, 'ops', [ada, ben])
  await makeChannel(society.org, 'dev', [ada, ben])
  const { id: bot_id, key } = await makeHook(ben)
  const set = { bot_id, integration: 'github' }
  await ben.call(api.setBotIntegration, { ...set, stream_id: ops as never, topic: 'code' })
  const where = async (query: Record<string, string>) => {
    const reply = await post(society, {
      ...{ name: 'github', query: { api_key: key, ...query }, body: push('dry') },
      headers: { 'x-github-event': 'push' },
    })
    assert.equal(reply.status, 200, reply.text)
    const { display_recipient, subject } = (await last(ada)) as unknown as Record<string, string>
    return [display_recipient, subject]
  }
  assert.deepEqual(await where({}), ['ops', 'code'])
  assert.deepEqual(await where({ topic: 'now' }), ['ops', 'now'])
  assert.deepEqual(await where({ stream: 'dev' }), ['dev', 'o / dry'])
  await ben.call(api.setBotIntegration, { ...set, topic: '' })
  assert.deepEqual(await where({}), ['ops', 'o / dry'])
  const { message_id } = await ben.call(api.testIncomingWebhook, { bot_id, integration: 'github' })
  assert.equal((await last(ada))?.id, message_id)
})

test('events and branches that an integration leaves out send no message', async ({ society, ada, ben }) => {
  const ops = await makeChannel(society.org, 'ops', [ada, ben])
  const { id: bot_id, key } = await makeHook(ben)
  const changes = { stream_id: ops as never, exclude_events: ['ping'], branches: ['main', 'release/*'] }
  const watch = await ben.register('realm_bot', 'message')
  await ben.call(api.setBotIntegration, { bot_id, integration: 'github', ...changes })
  const sent = async (event: string, body: object, query = {}) => {
    await post(society, {
      ...{ name: 'github', query: { api_key: key, ...query }, body, headers: { 'x-github-event': event } },
    })
    return (await watch.of('message')).length
  }
  assert.equal(await sent('push', push('dry')), 0)
  assert.equal(await sent('push', push('release/2')), 1)
  assert.equal(await sent('ping', { zen: 'x', repository: { name: 'o' } }), 1)
  assert.equal(await sent('ping', { zen: 'x', repository: { name: 'o' } }, { only_events: 'ping' }), 2)
  assert.equal(await sent('push', push('dry'), { branches: 'dry' }), 3)
  await watch.agreesWithFreshRegister()
  const bots = (await ben.send('POST', '/register', { fetch_event_types: '["realm_bot"]' })).realm_bots
  assert.deepEqual((bots as { integrations: { usual: unknown }[] }[])[0]?.integrations[0]?.usual, {
    ...{ stream_id: ops, topic: '', exclude_events: ['ping'], branches: ['main', 'release/*'] },
  })
})

test("an integration's channel must be visible to the person who sets it", async ({ society, ada, ben, cleo }) => {
  const hidden = await makeChannel(society.org, 'hidden', [ada], { invite_only: true })
  const { id: bot_id, key } = await makeHook(ben)
  const set = { bot_id, integration: 'slack_incoming' }
  await ben.refused(api.setBotIntegration, { ...set, stream_id: hidden as never }, invalidChannelId)
  await ben.refused(api.setBotIntegration, { ...set, secret: 'x' }, api.noSecrets)
  const ops = await makeChannel(society.org, 'ops', [ada, ben, cleo])
  await ben.call(api.setBotIntegration, { ...set, stream_id: ops as never })
  await post(society, { name: 'slack_incoming', query: { api_key: key }, body: { text: 'Hello' } })
  assert.equal((await last(cleo))?.content, 'Hello')
  const { incoming_webhooks } = await ben.call(api.getChannelWebhooks, { stream_id: ops as never })
  assert.deepEqual(
    incoming_webhooks.map((one) => one.bot_id),
    [bot_id],
  )
})

test("the latest delivery of each integration is shown to the bot's administrators", async ({
  society,
  ada,
  ben,
  cleo,
}) => {
  const { id: bot_id, key } = await makeHook(ben)
  const deliveries = async (person = ben) =>
    (await person.call(getLatestDeliveries)).deliveries.map(({ last_at, ...one }) => one)
  await ben.call(api.testIncomingWebhook, { bot_id, integration: 'github' })
  assert.deepEqual(await deliveries(), [])
  const query = { api_key: key }
  await post(society, { name: 'json', query, body: { one: 1 } })
  await post(society, { name: 'slack_incoming', query, body: { text: 'x' } })
  await post(society, { name: 'slack_incoming', query: { ...query, stream: 'nowhere' }, body: { text: 'x' } })
  const [json, slack] = await deliveries()
  assert.deepEqual(json, { bot_id, integration: 'json', problem: '' } as never)
  assert.match(slack?.problem ?? '', /nowhere/)
  assert.deepEqual(await deliveries(ada), await deliveries())
  assert.deepEqual(await deliveries(cleo), [])
})
