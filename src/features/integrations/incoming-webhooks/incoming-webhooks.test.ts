import { botTypes, mustBeBot, onlySends, roles } from '#contract'
import { assert, type Person, startServer, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { raw } from '../../../../test/harness/files.ts'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { createUser } from '../../people/users/actions/index.ts'
import { createBot, deactivateBot, regenerateBotApiKey, updateBot } from '../../people/users/bot-api.ts'
import { getChannelWebhooks, setBotIntegration } from './api.ts'

interface Seen {
  content: string
  subject: string
  type: string
  sender_id: number
  client: string
  timestamp: number
}

type Kind = typeof botTypes.generic | typeof botTypes.incomingWebhook

async function makeHook(owner: Person, bot_type: Kind = botTypes.incomingWebhook, name = 'Alerts') {
  const made = await owner.call(createBot, {
    full_name: name,
    short_name: `${name.toLowerCase()}${bot_type}`,
    bot_type,
  })
  return { id: made.user_id, key: made.api_key }
}

async function post(
  { server, org }: Pick<TestOrganization, 'server' | 'org'>,
  query: Record<string, string>,
  body: string | object,
  { type = 'application/json', name = 'slack_incoming' } = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const reply = await raw(server, org, `/api/v1/external/${name}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(text),
  })
  return Object.assign(reply, { text: reply.body.toString('utf8') })
}

async function last(person: Person): Promise<Seen> {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return (messages as Seen[]).at(-1) as Seen
}

test("a message in Slack's format is sent by the bot, from JSON or a form", async ({ society, ada, ben }) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben])
  const { id, key } = await makeHook(ada)
  const query = { api_key: key, stream: 'ops', topic: 'disk' }
  const reply = await post(society, query, { text: '*Full* at <https://example.org|host>' })
  assert.deepEqual([reply.status, reply.text], [200, 'ok'])
  assert.match(reply.headers['content-type'] ?? '', /^text\/plain/)
  const seen = await last(ben)
  assert.deepEqual(
    [seen.sender_id, seen.subject, seen.content, seen.client],
    [id, 'disk', '**Full** at [host](https://example.org)', 'SlackIncomingWebhook'],
  )
  const form = 'application/x-www-form-urlencoded'
  await post(society, { ...query, stream: String(channel) }, `payload=${encodeURIComponent('{"text":"by form"}')}`, {
    type: form,
  })
  assert.equal((await last(ben)).content, 'by form')
  await post(society, query, '{"text":"a + b & c=d"}', { type: form })
  assert.equal((await last(ben)).content, 'a + b & c=d')
  await post(society, { api_key: key, stream: '#ops' }, '{"text":"no topic"}', { type: 'text/plain' })
  assert.deepEqual([(await last(ben)).content, (await last(ben)).subject], ['no topic', 'Alerts'])
})

test("a bot's default channel doesn't apply to URLs without a channel", async ({ society, ada, ben }) => {
  const ops = await makeChannel(society.org, 'ops', [ada, ben])
  const { id: bot_id, key } = await makeHook(ben)
  await ben.call(updateBot, { bot_id, default_sending_stream: 'ops' })
  assert.deepEqual((await ben.call(getChannelWebhooks, { stream_id: ops })).incoming_webhooks, [])
  await post(society, { api_key: key }, { text: 'From a URL' })
  assert.equal((await last(ben)).type, 'private')
})

test("a bot's administrator sees in which channels it posts, and since when", async ({
  society,
  ada,
  ines,
  ben,
  cleo,
  gus,
}) => {
  const ops = await makeChannel(society.org, 'ops', [ada, ben, cleo])
  const closed = await makeChannel(society.org, 'closed', [ben], { invite_only: true })
  const [alerts, other] = [await makeHook(ben), await makeHook(ines, botTypes.incomingWebhook, 'Other')]
  const list = async (who: Person, stream_id = ops) =>
    (await who.call(getChannelWebhooks, { stream_id })).incoming_webhooks
  assert.deepEqual(await list(ada), [])
  await post(society, { api_key: alerts.key, stream: 'ops' }, { text: 'First' })
  await ines.call(setBotIntegration, { bot_id: other.id, integration: 'slack_incoming', stream_id: ops as never })
  const [first, usual] = await list(ada)
  assert.equal(first?.bot_id, alerts.id)
  const { timestamp } = await last(ben)
  assert.deepEqual([first?.posts_since, first?.posted_last], [timestamp, timestamp])
  assert.deepEqual(usual, { bot_id: other.id, posts_since: null, posted_last: null })
  assert.deepEqual(await list(ines), await list(ada))
  assert.deepEqual(await list(ben), [first])
  assert.deepEqual(await list(cleo), [])

  // people without access to a channel get nothing; administrators do
  await post(society, { api_key: alerts.key, stream: 'closed' }, { text: 'Refused' })
  await cleo.refused(getChannelWebhooks, { stream_id: closed }, invalidChannelId)
  await gus.refused(getChannelWebhooks, { stream_id: ops }, invalidChannelId)
  assert.deepEqual(await list(ada, closed), [])
  await ben.call(deactivateBot, { bot_id: alerts.id })
  assert.deepEqual(await list(ada), [usual])
})

test("without a channel the message goes to the bot's owner", async ({ society, ben }) => {
  const { key } = await makeHook(ben)
  assert.equal((await post(society, { api_key: key }, { text: 'For you' })).text, 'ok')
  const { type, content } = await last(ben)
  assert.deepEqual([type, content], ['private', 'For you'])
})

test('blocks, attachments, and rich text become Markdown', async ({ society, ada }) => {
  const { key } = await makeHook(ada)
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'Build *failed*' } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: '*main* broke' },
      fields: [{ type: 'mrkdwn', text: '*By:*\nBen' }],
    },
    { type: 'divider' },
    {
      type: 'context',
      elements: [
        { type: 'image', image_url: 'https://e.org/i.png', alt_text: 'CI' },
        { type: 'mrkdwn', text: '_now_' },
      ],
    },
    {
      type: 'actions',
      elements: [
        { type: 'button', text: { type: 'plain_text', text: 'Log' }, url: 'https://e.org/log' },
        { type: 'button', text: { type: 'plain_text', text: 'Dismiss' }, value: 'x' },
        { type: 'button', text: { type: 'plain_text', text: 'Retry' }, url: 'https://e.org/retry' },
      ],
    },
    { type: 'video', thumbnail: 'unknown' },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'so ', style: { bold: true } },
            { type: 'link', url: 'https://e.org' },
          ],
        },
        {
          type: 'rich_text_list',
          style: 'bullet',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a' }] }],
        },
      ],
    },
  ]
  const attachments = [
    {
      fallback: 'not shown',
      pretext: 'See',
      title: 'Ticket 7',
      title_link: 'https://e.org/7',
      text: 'It is _on_',
      fields: [
        { title: 'State', value: 'open', short: true },
        { title: 'Count', value: 3 },
      ],
      footer: 'Tracker',
    },
    { fallback: 'shown' },
  ]
  await post(society, { api_key: key }, { text: 'Not shown beside blocks', blocks, attachments })
  assert.equal(
    (await last(ada)).content,
    `## Build *failed*

**main** broke

**By:**
Ben

---

[CI](https://e.org/i.png) *now*

[Log](https://e.org/log) · [Retry](https://e.org/retry)

**so** https://e.org

* a

See

**[Ticket 7](https://e.org/7)**

It is *on*

**State**: open
**Count**: 3

*Tracker*

shown`,
  )
})

test("incoming messages can't mention groups or use wildcard mentions", async ({ society, ada, ben }) => {
  await makeChannel(society.org, 'ops', [ada, ben])
  const { key } = await makeHook(ada)
  const watch = await ben.register('message')
  await post(society, { api_key: key, stream: 'ops' }, { text: `<!channel> <!here> @**all** @*all* @**Ben**` })
  const event = await watch.until(({ type }) => type === 'message')
  assert.deepEqual(event.flags, ['mentioned'])
})

test('invalid payloads are refused with the reason, and nothing is stored', async ({ society, ada, ben, cleo }) => {
  await makeChannel(society.org, 'ops', [ada])
  await makeChannel(society.org, 'secret', [ben], { invite_only: true })
  const { key } = await makeHook(ada)
  const watch = await ada.register('message')
  const query = { api_key: key, stream: 'ops' }
  const refusals: [query: Record<string, string>, body: string | object, status: number, words: RegExp][] = [
    [query, '{"text":', 400, /Malformed JSON in payload/],
    [query, '', 400, /Missing 'payload' argument/],
    [query, {}, 400, /no text, blocks or attachments/],
    [query, { text: ' ' }, 400, /no text, blocks or attachments/],
    [query, { text: 7 }, 400, /Invalid payload: \["text"\]/],
    [query, '[1]', 400, /Invalid payload/],
    [query, { blocks: 'x' }, 400, /Invalid payload: \["blocks"\]/],
    [query, { blocks: Array(101).fill({ type: 'divider' }) }, 400, /Invalid payload: \["blocks"\]/],
    [{ ...query, stream: 'nowhere' }, { text: 'x' }, 400, /does not exist/],
    [{ ...query, stream: '99999999' }, { text: 'x' }, 400, /does not exist/],
    [{ ...query, stream: 'secret' }, { text: 'x' }, 400, /does not exist/],
    [{ ...query, topic: 'a\nb' }, { text: 'x' }, 400, /topic/],
    [{ ...query, api_key: 'x'.repeat(32) }, { text: 'x' }, 401, /Invalid API key/],
    [{ stream: 'ops' }, { text: 'x' }, 401, /Not logged in/],
    [{ ...query, api_key: cleo.apiKey }, { text: 'x' }, mustBeBot.status, /bots only/],
  ]
  for (const [given, body, status, words] of refusals) {
    const reply = await post(society, given, body)
    assert.equal(reply.status, status, reply.text)
    assert.equal(reply.json.result, 'error')
    assert.match(String(reply.json.msg), words)
  }
  // the key is only read from the query
  const inBody = await post(society, { stream: 'ops' }, `api_key=${key}&payload={}`, {
    type: 'application/x-www-form-urlencoded',
  })
  assert.equal(inBody.status, 401)
  assert.deepEqual(await watch.ops(), [])
})

test('a payload of megabytes is cut, whatever its structure', async ({ society, ada }) => {
  const channel = await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  const query = { api_key: key, stream: String(channel) }
  const section = (text: string) => ({ text: { text, type: 'mrkdwn' }, type: 'section' })
  const leaf = { type: 'text', text: 'w' }
  const payloads = [
    { text: `first ${'<!date^1^a|b>'.repeat(250_000)}` },
    { blocks: [section('first'), section('*_`~<a|'.repeat(400_000)), section('last')] },
    {
      blocks: [
        section('first'),
        ...Array(60).fill({
          type: 'rich_text',
          elements: Array(60).fill({ type: 'rich_text_section', elements: Array(4).fill(leaf) }),
        }),
      ],
    },
    { attachments: [{ text: 'first' }, { fields: Array(100).fill({ title: 't', value: '&lt;'.repeat(9_000) }) }] },
  ]
  for (const payload of payloads) {
    assert.equal((await post(society, query, payload)).text, 'ok')
    const { content } = await last(ada)
    assert.match(content, /^first/)
    assert.ok(content.endsWith('[message truncated]'))
  }
})

test('texts that are too long are cut', async ({ society, ada }) => {
  await makeChannel(society.org, 'ops', [ada])
  const { key } = await makeHook(ada)
  const reply = await post(
    society,
    { api_key: key, stream: 'ops', topic: 't'.repeat(90) },
    { text: '😀'.repeat(20_000) },
  )
  assert.equal(reply.text, 'ok')
  const { content, subject } = await last(ada)
  assert.deepEqual([[...content].length, [...subject].length, subject.at(-1)], [10_000, 60, '…'])
  assert.ok(content.endsWith('\n[message truncated]'))
  await ada.send('PATCH', '/realm', { default_language: 'de' })
  await post(society, { api_key: key, stream: 'ops' }, { text: 'x'.repeat(20_000) })
  assert.ok((await last(ada))?.content.endsWith('\n[Nachricht gekürzt]'))
})

test('an incoming webhook bot can only send messages', async ({ society, ada, server }) => {
  const channel = await makeChannel(society.org, 'ops', [ada])
  const robot = await society.join('Robot', roles.member, { bot_type: botTypes.incomingWebhook, bot_owner_id: ada.id })
  await robot.sends('Sent', { channel, topic: 'x' })
  assert.equal((await last(ada)).content, 'Sent')
  for (const [method, path] of [
    ['GET', '/users/me'],
    ['GET', '/messages'],
    ['POST', '/register'],
    ['GET', '/events'],
    ['GET', '/streams'],
    ['POST', '/user_uploads'],
    ['PATCH', '/settings'],
  ] as const) {
    const error = await robot.refusedRaw(method, path)
    assert.deepEqual([error.status, error.message], [onlySends.status, onlySends.message], path)
  }
  const authorization = `Basic ${Buffer.from(`${robot.email}:${robot.apiKey}`).toString('base64')}`
  assert.equal((await raw(server, society.org, `/avatar/${ada.id}`, { headers: { authorization } })).status, 401)
  await robot.refused(createBot, { full_name: 'B', short_name: 'b' }, onlySends)
})

test("other bots can use the URL; replaced keys and deactivated bots can't", async ({ society, ada }) => {
  const generic = await makeHook(ada, botTypes.generic)
  assert.equal((await post(society, { api_key: generic.key }, { text: 'x' })).text, 'ok')
  const { id, key } = await makeHook(ada)
  const { api_key } = await ada.call(regenerateBotApiKey, { bot_id: id })
  assert.equal((await post(society, { api_key: key }, { text: 'x' })).status, 401)
  await ada.call(deactivateBot, { bot_id: id })
  assert.equal((await post(society, { api_key }, { text: 'x' })).status, 401)
})

test('bots that send too much and guesses of keys are rate limited', async () => {
  const server = await startServer({ rateLimits: 'on', userRequestsPerMinute: '2', addressRequestsPerMinute: '2' })
  try {
    const society = await TestOrganization.found(server)
    const bot = await society.org.transact(null, (mutation) =>
      createUser(mutation, {
        email: 'alerts-bot@x.example',
        full_name: 'Alerts',
        role: roles.member,
        bot_type: botTypes.incomingWebhook,
        bot_owner_id: society.owner.id,
      }),
    )
    const send = async (api_key: string) => (await post(society, { api_key }, { text: 'x' })).status
    assert.deepEqual([await send(bot.apiKey), await send(bot.apiKey), await send(bot.apiKey)], [200, 200, 429])
    assert.deepEqual(
      [await send('a'.repeat(32)), await send('b'.repeat(32)), await send('c'.repeat(32))],
      [401, 401, 429],
    )
  } finally {
    await server.close()
  }
})

test('any JSON can be sent as it is', async ({ society, ada }) => {
  const { key } = await makeHook(ada)
  const reply = await post(society, { api_key: key }, { build: 7, note: '``` @**all**' }, { name: 'json' })
  assert.deepEqual(reply.json, { result: 'success', msg: '' })
  assert.equal((await last(ada)).content, '````json\n{\n  "build": 7,\n  "note": "``` @**all**"\n}\n````')
})

test('clients get the list of integrations', async ({ ada }) => {
  const { initial } = await ada.register('realm_incoming_webhook_bots')
  const offered = initial.realm_incoming_webhook_bots as { name: string; display_name: string }[]
  assert.deepEqual(
    offered.slice(0, 3).map(({ name }) => name),
    ['json', 'slack_incoming', 'alertmanager'],
  )
})

test('incoming messages link to a topic by its newest message too', async ({ society, ada, ben }) => {
  const channel = await makeChannel(society.org, 'ops', [ada, ben])
  const id = await ben.sends('Full', { channel, topic: 'disk' })
  const { key } = await makeHook(ada)
  await post(society, { api_key: key, stream: 'ops', topic: 'news' }, { text: 'see #**ops>disk**' })
  const { messages } = await ben.send('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  const [{ content }] = messages as [{ content: string }]
  assert.ok(content.includes(`/topic/disk/with/${id}"`), content)
})
