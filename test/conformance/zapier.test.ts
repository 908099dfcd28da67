import { botTypes, roles, z } from '#contract'
import { assert, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'

/*
 * The requests of the public Zapier app, by its source. It compares a refusal's text with these words to tell an incoming
 * webhook bot from a wrong key.
 */
const refusal = 'This API is not available to incoming webhook bots.'

type Place = Pick<TestOrganization, 'server' | 'org'>

/** Signs in and sends as the app does: its library sends forms, with text in quotes where it isn't a string. */
function appOf({ server, org }: Place, { email, apiKey }: Pick<Person, 'email' | 'apiKey'>) {
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  return {
    get: (path: string) => raw(server, org, `/api/v1/${path}`, { headers }),
    send: (params: Record<string, string>) =>
      raw(server, org, '/api/v1/messages', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(new URLSearchParams({ client: 'ZulipZapierApp', ...params }).toString()),
      }),
    hook: (payload: object) =>
      raw(server, org, `/api/v1/external/zapier?api_key=${apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(payload)),
      }),
  }
}

const streams = 'streams?include_public=true&include_subscribed=true&include_owner_subscribed=true'
const Done = z.object({ result: z.literal('success'), msg: z.string() })

test('the Zapier app connects with an incoming webhook bot and posts as it', async ({ ada, society }) => {
  const bot = await society.join('Zap', roles.member, { bot_type: botTypes.incomingWebhook, bot_owner_id: ada.id })
  const channel = await makeChannel(society.org, 'sales', [ada])
  const app = appOf(society, bot)
  // it decides by the text, and lists neither users nor channels
  for (const path of ['users/me', 'users', streams]) {
    const { json } = await app.get(path)
    assert.deepEqual([json.result, json.msg], ['error', refusal], path)
  }
  const connected = await app.hook({ type: 'auth' })
  assert.equal(connected.status, 200)
  assert.deepEqual(connected.json, { result: 'success', msg: '', full_name: 'Zap', email: bot.email, id: bot.id })

  const sent = await app.send({ type: 'stream', to: 'sales', content: 'New **deal**', topic: 'deals' })
  const { id } = Done.extend({ id: z.int() }).parse(sent.json)
  const direct = await app.send({ type: 'private', to: JSON.stringify([ada.email]), content: 'Hello' })
  Done.parse(direct.json)
  const { message } = await ada.send('GET', `/messages/${id}`, { apply_markdown: false })
  const { content, stream_id, subject, sender_id } = message as Record<string, unknown>
  assert.deepEqual([content, stream_id, subject, sender_id], ['New **deal**', channel, 'deals', bot.id])
})

test('the Zapier app lists users and channels with a generic bot', async ({ ada, ben, society }) => {
  const bot = await society.join('Zap', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  const channel = await makeChannel(society.org, 'sales', [ada, bot])
  const app = appOf(society, bot)
  const me = Done.extend({ full_name: z.string() }).parse((await app.get('users/me')).json)
  assert.equal(me.full_name, 'Zap')
  const User = z.object({ user_id: z.int(), full_name: z.string(), is_bot: z.boolean() })
  const { members } = Done.extend({ members: z.array(User) }).parse((await app.get('users')).json)
  assert.ok(members.some(({ user_id, is_bot }) => user_id === ben.id && !is_bot))
  const Stream = z.object({ stream_id: z.int(), name: z.string() })
  const listed = Done.extend({ streams: z.array(Stream) }).parse((await app.get(streams)).json)
  assert.ok(listed.streams.some(({ stream_id, name }) => stream_id === channel && name === 'sales'))

  const sends: Record<string, string>[] = [
    { type: 'stream', to: JSON.stringify([channel]), content: 'By number', topic: 'deals' },
    { type: 'private', to: JSON.stringify([ben.id, ada.id]), content: 'To two' },
  ]
  for (const params of sends) Done.extend({ id: z.int() }).parse((await app.send(params)).json)
})

test('the Zapier app sees why a wrong key or a missing channel fails', async ({ ada, society }) => {
  const bot = await society.join('Zap', roles.member, { bot_type: botTypes.incomingWebhook, bot_owner_id: ada.id })
  const wrong = appOf(society, { email: bot.email, apiKey: 'x'.repeat(32) })
  assert.notEqual((await wrong.get('users/me')).json.msg, refusal)
  const denied = await wrong.hook({ type: 'auth' })
  assert.deepEqual([denied.status, denied.json.msg], [401, 'Invalid API key'])
  const nowhere = await appOf(society, bot).send({ type: 'stream', to: 'nowhere', content: 'x', topic: 'y' })
  assert.deepEqual([nowhere.json.result, nowhere.json.msg], ['error', "Channel 'nowhere' does not exist"])
})
