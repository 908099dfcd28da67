import sharp from 'sharp'
import { afterEach, assert, type Person } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { fewestStatements } from '../../../../test/harness/fewest-statements.ts'
import { upload } from '../../../../test/harness/files.ts'
import { evict } from '../../../../test/harness/sleep.ts'
import * as bots from '../../people/users/bot-api.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'
import { deliver, makeHook, test } from './fixture.ts'

interface Seen {
  id: number
  sender_id: number
  content: string
  subject: string
  type: string
}
async function read(person: Person): Promise<Seen[]> {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
  })
  return messages as Seen[]
}
const notes = async (person: Person) => (await read(person)).filter(({ content }) => content.startsWith('Your bot'))

let release = () => {}
afterEach(() => release())

test('a bot gets direct messages and replies in the conversation', async ({ server, society, ada, ben, web }) => {
  const bot = await makeHook(ben, `${web.url}/in?x=1`)
  const token = (await ben.call(bots.getBots)).bots[0]?.services[0]?.token
  web.answer = () => ({ content: 'You said **it**.' })
  const id = await ada.sends('Is *this* you?', [bot, ben])
  await deliver(server)
  const [request] = web.requests
  assert.deepEqual([request?.method, request?.path], ['POST', '/in?x=1'])
  assert.equal(request?.headers['content-type'], 'application/json')
  const { message, ...told } = JSON.parse(request?.body ?? '')
  assert.deepEqual(told, {
    bot_email: `loom-bot@${society.subdomain}.loquat.test`,
    bot_full_name: 'Loom',
    data: 'Is *this* you?',
    token,
    trigger: 'direct_message',
  })
  assert.equal(message.id, id)
  assert.equal(message.type, 'private')
  assert.equal(message.content, 'Is *this* you?')
  assert.equal(message.rendered_content, '<p>Is <em>this</em> you?</p>')
  assert.equal(message.sender_email, ada.email)
  assert.equal('flags' in message, false)
  const last = (await read(ben)).at(-1)
  assert.deepEqual([last?.sender_id, last?.content, last?.type], [bot.id, 'You said **it**.', 'private'])
  assert.equal(web.requests.length, 1)
})

test('an image in a reply keeps its dimensions however many files were referenced since', async ({
  server,
  ada,
  ben,
  web,
}) => {
  const bot = await makeHook(ben, web.url)
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
  const { url } = await upload(ada, 'photo.png', photo)
  await ada.sends(`[photo](${url})`, bot)
  for (let text = 0; text < 14; text++) {
    const others = Array.from({ length: 200 }, (_, at) => `/user_uploads/${ada.org.id}/a/${text}/${at}.png`)
    await ada.sends(others.join(' '), ada)
  }
  web.answer = () => ({ content: `Again: [photo](${url})` })
  const watch = await ada.register('message')
  await deliver(server)
  const [event] = await watch.of('message')
  const { content } = (event as { message: { content: string } }).message
  assert.match(content, /Again.*data-original-dimensions="900x300"/s)
})

test('a mentioned bot is called where it can read, and replies in the topic', async ({
  server,
  society,
  ada,
  ben,
  web,
}) => {
  const open = await makeChannel(society.org, 'open', [ada, ben])
  const closed = await makeChannel(society.org, 'closed', [ada, ben], { invite_only: true })
  const bot = await makeHook(ben, web.url)
  const other = await makeHook(ben, web.url, { name: 'Other' })
  web.answer = () => ({ content: 'Here.' })
  await ada.sends(`${bot.mention} are you there?`, { channel: closed, topic: 'plans' })
  await ada.sends(`@_**${bot.name}|${bot.id}** is not asked, nor is @**all**`, { channel: open, topic: 'plans' })
  await ada.sends(`\`${bot.mention}\``, { channel: open, topic: 'plans' })
  await deliver(server)
  assert.equal(web.requests.length, 0)
  await ada.sends(`${bot.mention} and ${other.mention}: hello`, { channel: open, topic: 'plans' })
  await deliver(server)
  const told = web.requests.map(({ body }) => JSON.parse(body))
  assert.deepEqual(told.map(({ bot_full_name }) => bot_full_name).sort(), ['Loom', 'Other'])
  assert.ok(told.every(({ trigger, message }) => trigger === 'mention' && message.stream_id === open))
  const last = (await read(ada)).slice(-2)
  assert.deepEqual(
    last.map(({ subject, content }) => [subject, content]),
    [
      ['plans', 'Here.'],
      ['plans', 'Here.'],
    ],
  )
})

test("a bot in Slack's format gets a form and replies with text", async ({ server, society, ada, ben, web }) => {
  const channel = await makeChannel(society.org, 'open', [ada, ben])
  const bot = await makeHook(ben, web.url, { interface_type: serviceInterfaces.slack })
  web.answer = () => ({ text: 'Aye' })
  await ada.sends(`${bot.mention} ahoy`, { channel, topic: 'plans' })
  await deliver(server)
  assert.equal(web.requests[0]?.headers['content-type'], 'application/x-www-form-urlencoded')
  const form = Object.fromEntries(new URLSearchParams(web.requests[0]?.body))
  assert.deepEqual(
    { ...form, token: '', timestamp: '', thread_ts: '' },
    {
      token: '',
      team_id: `T${society.org.id}`,
      team_domain: `${society.subdomain}.loquat.test`,
      channel_id: `C${channel}`,
      channel_name: 'open',
      thread_ts: '',
      timestamp: '',
      user_id: `U${ada.id}`,
      user_name: 'Ada',
      text: `${bot.mention} ahoy`,
      trigger_word: 'mention',
      service_id: String(bot.id),
    },
  )
  assert.match(`${form.token} ${form.timestamp} ${form.thread_ts}`, /^\w{32} \d+ \d+$/)
  assert.equal((await read(ada)).at(-1)?.content, 'Aye')
  web.answer = (_request, response) => void response.end('ok')
  await ada.sends('And directly?', bot)
  await deliver(server)
  assert.match(new URLSearchParams(web.requests[1]?.body).get('channel_id') ?? '', /^D\d+$/)
  assert.equal((await notes(ben)).length, 0)
})

test('an empty reply posts nothing', async ({ server, ada, web }) => {
  const bot = await makeHook(ada, web.url)
  const answers = [{ response_not_required: true, content: 'No!' }, {}, { content: ' ' }]
  for (const answer of answers) {
    web.answer = () => answer
    await ada.sends('Well?', bot)
    await deliver(server)
  }
  web.answer = (_request, response) => void response.end()
  await ada.sends('Well?', bot)
  await deliver(server)
  assert.equal(web.requests.length, 4)
  assert.ok((await read(ada)).every(({ sender_id }) => sender_id !== bot.id))
  assert.equal((await notes(ada)).length, 0)
})

test('a failing webhook is retried for a while, and then its owner is notified once', async ({
  server,
  ada,
  ben,
  web,
}) => {
  const bot = await makeHook(ben, `${web.url}/s3cret`)
  server.clock.set(new Date('2030-01-01T12:00:00Z'))
  release = () => server.clock.release()
  web.answer = (_request, response) => void response.writeHead(503).end()
  await ada.sends('Are you there?', bot)
  for (const [seconds, attempts] of [
    [0, 1],
    [4, 1],
    [2, 2],
    [31, 3],
    [121, 4],
    [300, 4],
  ] as const) {
    server.clock.advance(seconds * 1000)
    await deliver(server)
    assert.equal(web.requests.length, attempts)
  }
  const [told, ...more] = await notes(ben)
  assert.deepEqual(more, [])
  assert.ok(told?.content.startsWith(`Your bot @_**Loom|${bot.id}** received a message, but`), told?.content)
  assert.ok(told?.content.includes('it answered with status 503'))
  web.answer = (_request, response) => void response.writeHead(404).end()
  await ada.sends('And now?', bot)
  await deliver(server)
  assert.equal((await notes(ben)).length, 1)
  server.clock.advance(3_600_000)
  await ada.sends('Still nothing?', bot)
  await deliver(server)
  const last = (await notes(ben)).at(-1)?.content ?? ''
  assert.ok(last.includes('status 404'), last)
  assert.ok(!last.includes('s3cret') && (await notes(ada)).length === 0)
})

test('a reply too long for a message is shortened', async ({ server, ada, web }) => {
  const bot = await makeHook(ada, web.url)
  web.answer = () => ({ content: '王'.repeat(10_001) })
  await ada.sends('Well?', bot)
  await deliver(server)
  assert.equal((await read(ada)).at(-1)?.content, `${'王'.repeat(9_980)}\n[message truncated]`)
})

test('a reply with a forbidden group mention is dropped, and the owner notified', async ({ server, ada, ben, web }) => {
  const bot = await makeHook(ben, web.url)
  web.answer = () => ({ content: 'Dear @*role:everyone*' })
  const watch = await ada.register('message')
  await ada.sends('Well?', [bot, ben])
  await deliver(server)
  assert.match((await notes(ben)).at(-1)?.content ?? '', /not allowed to mention user group 'role:everyone'/)
  assert.equal((await watch.of('message')).length, 1)
})

test('invalid and endless responses fail with the reason', async ({ server, ada, web }) => {
  const reasons: [string, (typeof web)['answer'], RegExp][] = [
    ['Text', (_request, response) => void response.end('<html>'), /not the JSON object/],
    ['List', () => [1], /not the JSON object/],
    ['Number', () => ({ content: 7 }), /not the JSON object/],
    ['Elsewhere', (_request, response) => void response.writeHead(302, { location: '/x' }).end(), /status 302/],
    ['Endless', (_request, response) => void response.end(Buffer.alloc(300_000, 'x')), /longer than/],
    ['Widget', () => ({ content: 'x', widget_content: '7' }), /widget/],
  ]
  for (const [name, answer, reason] of reasons) {
    const bot = await makeHook(ada, web.url, { name })
    web.answer = answer
    await ada.sends('Well?', bot)
    await deliver(server)
    assert.match((await notes(ada)).at(-1)?.content ?? '', reason, name)
  }
})

test('a private address is refused unless allowed', async ({ server, ada, web }) => {
  const bot = await makeHook(ada, `http://[::1]:${web.port}/`)
  await ada.sends('Well?', bot)
  await deliver(server)
  assert.match((await notes(ada)).at(-1)?.content ?? '', /::1 is not at a public address/)
  await ada.refused(
    bots.updateBot,
    { bot_id: bot.id, service_payload_url: 'http://me:pw@example.org/' },
    bots.badPayloadUrl,
  )
})

test('loops of bots replying to each other end', async ({ server, society, ada, web }) => {
  const channel = await makeChannel(society.org, 'open', [ada])
  const [ping, pong] = [await makeHook(ada, web.url, { name: 'Ping' }), await makeHook(ada, web.url, { name: 'Pong' })]
  web.answer = ({ body }) => {
    const { bot_full_name } = JSON.parse(body)
    // each mentions both, including itself
    return { content: `${bot_full_name} calls ${ping.mention} ${pong.mention}` }
  }
  await ada.sends(`${ping.mention} serves`, { channel, topic: 'match' })
  await deliver(server)
  assert.equal(web.requests.length, 4)
  assert.deepEqual(
    (await read(ada)).slice(-4).map(({ content }) => content.slice(0, 4)),
    ['Ping', 'Pong', 'Ping', 'Pong'],
  )
})

test('a deleted message or a deactivated bot is not delivered', async ({ server, ada, web }) => {
  const bot = await makeHook(ada, web.url)
  const id = await ada.sends('Forget it', bot)
  await ada.send('DELETE', `/messages/${id}`)
  await ada.sends('Goodbye', bot)
  await ada.call(bots.deactivateBot, { bot_id: bot.id })
  await deliver(server)
  assert.equal(web.requests.length, 0)
  const rows = await server.runtime.db.read((tx) => tx.selectFrom('outgoing_webhook').selectAll().execute())
  assert.equal(rows.length, 0)
})

test('a delivery taken by a process that ended is retried, with one reply', async ({ server, ada, web }) => {
  const bot = await makeHook(ada, web.url)
  server.clock.set(new Date('2030-01-01T12:00:00Z'))
  release = () => server.clock.release()
  web.answer = () => ({ content: 'Here' })
  await ada.sends('Are you there?', bot)
  // taken, without further progress
  await ada.org.transact(null, ({ tx }) =>
    tx
      .updateTable('outgoing_webhook')
      .set({ due_at: new Date('2030-01-01T12:05:00Z') })
      .execute(),
  )
  await deliver(server)
  assert.equal(web.requests.length, 0)
  server.clock.advance(301_000)
  await deliver(server)
  await deliver(server)
  assert.equal((await read(ada)).filter(({ sender_id }) => sender_id === bot.id).length, 1)
})

test("a new key changes the token and notifies the bot's administrators", async ({ ada, ben }) => {
  const bot = await makeHook(ben, 'https://hooks.example.org/')
  const token = async () => (await ben.call(bots.getBots)).bots[0]?.services[0]?.token
  const [owner, boss] = [await ben.register('realm_bot'), await ada.register('realm_bot')]
  const before = await token()
  await ben.call(bots.regenerateBotApiKey, { bot_id: bot.id })
  assert.notEqual(await token(), before)
  for (const watch of [owner, boss]) {
    assert.deepEqual(await watch.ops(), ['update'])
    await watch.agreesWithFreshRegister()
  }
})

test('a message that addresses no webhook makes no extra queries', async ({ server, society, ada, ben }) => {
  const channel = await makeChannel(society.org, 'open', [ada, ben])
  await ada.sends('first', { channel, topic: 'plans' })
  const { db } = server.runtime
  const count = () =>
    fewestStatements(db, () => ada.sends(`no mention but of @**Ben|${ben.id}**`, { channel, topic: 'plans' }))
  const before = await count()
  await makeHook(ada, 'https://hooks.example.org/')
  assert.equal(await count(), before)
})

test("a webhook is retried from an organization that isn't loaded", async ({ server, ada, ben, web }) => {
  const bot = await makeHook(ben, `${web.url}/again`)
  server.clock.set(new Date('2030-02-01T12:00:00Z'))
  release = () => server.clock.release()
  web.answer = (_request, response) => void response.writeHead(503).end()
  await ada.sends('Are you there?', bot)
  await deliver(server)
  await evict(server, ada.org.id)
  web.answer = () => ({ content: 'Now I am.' })
  server.clock.advance(10_000)
  await deliver(server)
  assert.equal(web.requests.length, 2)
  assert.equal((await read(ada)).at(-1)?.content, 'Now I am.')
})
