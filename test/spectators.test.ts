import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { peopleCache } from '../src/features/people/users/cache.ts'
import { makeChannel } from './harness/channel.ts'
import { raw, upload } from './harness/files.ts'

/** Always available without an account: what is needed to get one, and webhooks that check a signature or a key. */
const forAnyone = [
  'GET /accounts/invitation',
  'GET /realm/rules',
  'GET /server_settings',
  'POST /accounts/apply',
  'POST /accounts/confirm_address',
  'POST /accounts/email_change/confirm',
  'POST /accounts/email_change/stop',
  'POST /accounts/password_reset',
  'POST /accounts/password_reset/confirm',
  'POST /accounts/register',
  'POST /accounts/sign_in_token',
  'POST /calls/livekit/webhook',
  'POST /external/automation',
  'POST /external/bot_command',
  'POST /fetch_api_key',
  'POST /jwt/fetch_api_key',
]
/** Also available when web-public channels can be read without an account. */
const forSpectators = [
  'GET /messages',
  'GET /messages/{message_id}',
  'GET /users',
  'GET /users/me/{stream_id}/topics',
  'POST /register',
]
/** Pages that require an account; the URLs of others contain a secret, or show nothing. */
const pagesForPeople = [
  '/calls/meetingprovider/register',
  '/calls/webex/register',
  '/calls/zoom/register',
  '/imports/:id/report',
  '/own-data.zip',
]
/** Pages also available to spectators: files in web-public channels. */
const pagesOfFiles = ['/user_uploads/*', '/user_uploads/download/*', '/user_uploads/thumbnail/*']

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Place {
  society: TestOrganization
  ada: Person
  ben: Person
  square: number
  kitchen: number
  cellar: number
  /** Message IDs: in the web-public channel, and in others. */
  open: number
  closed: number[]
}

async function place(): Promise<Place> {
  const society = await TestOrganization.found(server)
  const ada = society.owner
  const ben = await society.join('Ben')
  await society.join('Hermit')
  await ada.send('PATCH', '/realm', { enable_spectator_access: true })
  const square = await makeChannel(ada.org, 'square', [ada, ben], { is_web_public: true })
  const kitchen = await makeChannel(ada.org, 'kitchen', [ada, ben])
  const cellar = await makeChannel(ada.org, 'cellar', [ada, ben], { invite_only: true })
  const say = async (params: Record<string, unknown>) => (await ben.send('POST', '/messages', params)).id as number
  const to = (channel: number, topic: string, content: string) => say({ type: 'channel', to: channel, topic, content })
  const open = await to(square, 'weather', 'Rain at last')
  const closed = [
    await to(kitchen, 'soup', 'XYZZY in the kitchen'),
    await to(cellar, 'wine', 'XYZZY in the cellar'),
    await say({ type: 'direct', to: [ada.id], content: 'XYZZY between us' }),
  ]
  return { society, ada, ben, square, kitchen, cellar, open, closed }
}

async function ask({ society }: Place, method: string, path: string, params: Record<string, unknown> = {}) {
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const { status, json, headers } = await raw(server, society.org, `/api/v1${path}?${query}`, { method })
  return { status, json, headers, text: JSON.stringify(json) }
}

const webPublic = { operator: 'channels', operand: 'web-public' }
const range = { anchor: 'newest', num_before: 50, num_after: 0 }
const contents = (json: Record<string, unknown>) =>
  (json.messages as { content: string }[]).map(({ content }) => content)

/** Fills in the parameters of a path, so that the URL could exist. */
const filled = (path: string, { square, open }: Place): string =>
  path.replace(/\{(\w+)[.]*\}/g, (_all, name) => `${/message/.test(name) ? open : square}`)

test('without an account only listed endpoints respond, with or without web-public channels', async () => {
  const here = await place()
  const routes = server.runtime.features.flatMap(({ routes = [] }) => routes)
  for (const enabled of [true, false]) {
    await here.ada.send('PATCH', '/realm', { enable_spectator_access: enabled })
    const open: string[] = []
    for (const { endpoint } of routes) {
      const { status, json } = await ask(here, endpoint.method, filled(endpoint.path, here))
      if (status !== 401 || !['UNAUTHORIZED', 'AUTHENTICATION_FAILED'].includes(json.code as string))
        open.push(`${endpoint.method} ${endpoint.path}`)
    }
    const expected = enabled ? [...forAnyone, ...forSpectators] : forAnyone
    // without a request for web-public channels, messages refuse too
    const listed = expected.filter((line) => line !== 'GET /messages')
    assert.deepEqual(open.sort(), [...new Set(listed)].sort())
  }
})

test('pages that require an account refuse everyone else', async () => {
  const here = await place()
  const pages = server.runtime.features.flatMap(({ pages = [] }) => pages)
  for (const enabled of [true, false]) {
    await here.ada.send('PATCH', '/realm', { enable_spectator_access: enabled })
    const closed: string[] = []
    for (const { path } of pages) {
      const { status } = await raw(server, here.society.org, path.replace(/:\w+|\*/g, '1'))
      assert.ok(status < 500 || status === 501, `${path}: ${status}`)
      if (status === 401) closed.push(path)
    }
    assert.deepEqual(closed.sort(), enabled ? pagesForPeople : [...pagesForPeople, ...pagesOfFiles])
  }
})

test('spectators read only web-public channels: their messages, topics, and people', async () => {
  const here = await place()
  const { square, kitchen, cellar, open, closed, ben, ada } = here
  const fetched = await ask(here, 'GET', '/messages', { ...range, narrow: [webPublic] })
  assert.deepEqual([fetched.status, contents(fetched.json)], [200, ['<p>Rain at last</p>']])
  const [message] = fetched.json.messages as Record<string, unknown>[]
  assert.equal(message?.sender_full_name, 'Ben')
  assert.deepEqual(message?.flags, ['read'])
  assert.equal((await ask(here, 'GET', `/messages/${open}`)).status, 200)
  const topics = await ask(here, 'GET', `/users/me/${square}/topics`)
  assert.deepEqual((topics.json.topics as { name: string }[])[0]?.name, 'weather')
  const register = await ask(here, 'POST', '/register')
  assert.equal(register.json.queue_id, null)
  assert.deepEqual(
    (register.json.streams as { name: string }[]).map(({ name }) => name),
    ['square'],
  )
  assert.deepEqual(
    (register.json.realm_users as { full_name: string }[]).map(({ full_name }) => full_name),
    ['Ben'],
  )
  // only senders like Ben are listed, without their roles
  for (const name of ['role', 'is_owner', 'is_admin', 'is_guest', 'date_joined'])
    assert.ok(!(name in (register.json.realm_users as object[])[0]!), name)
  assert.equal(register.json.realm_name, 'Analytical Engine Society')
  assert.equal(typeof register.json.max_message_id, 'undefined')
  const users = await ask(here, 'GET', '/users', { include_custom_profile_fields: true })
  assert.deepEqual([users.status, users.json.members], [200, register.json.realm_users])
  const hermit = here.society.org.get(peopleCache).named('Hermit')[0]?.id as number
  const named = await ask(here, 'GET', '/users', { user_ids: [ben.id, hermit, 987_654] })
  assert.deepEqual(
    (named.json.members as { full_name: string }[]).map(({ full_name }) => full_name),
    ['Ben'],
  )
  const some = await ask(here, 'POST', '/register', { fetch_event_types: ['stream'] })
  assert.ok('streams' in some.json && !('realm_users' in some.json) && !('realm_name' in some.json))

  const narrows: unknown[][] = [
    [webPublic, { operator: 'channel', operand: square }, { operator: 'topic', operand: 'weather' }],
    [webPublic, { operator: 'search', operand: 'rain' }],
    [webPublic, { operator: 'sender', operand: ben.id }],
    [webPublic, { operator: 'with', operand: open }],
    [['streams', 'web-public'], { operator: 'id', operand: open }],
  ]
  for (const narrow of narrows) {
    const { status, json, text } = await ask(here, 'GET', '/messages', { ...range, anchor: 'first_unread', narrow })
    assert.deepEqual([status, (json.messages as unknown[]).length], [200, 1], text)
  }
  const nothing: unknown[][] = [
    [webPublic, { operator: 'search', operand: 'XYZZY' }],
    ...closed.map((id) => [webPublic, { operator: 'id', operand: id }]),
  ]
  for (const narrow of nothing) {
    const { json } = await ask(here, 'GET', '/messages', { ...range, narrow })
    assert.deepEqual(json.messages, [], JSON.stringify(narrow))
  }
  const byIds = await ask(here, 'GET', '/messages', { message_ids: [open, ...closed], narrow: [webPublic] })
  assert.deepEqual(contents(byIds.json), ['<p>Rain at last</p>'])

  const answers = [fetched, register, topics, byIds, users]
  for (const id of closed) answers.push(await ask(here, 'GET', `/messages/${id}`))
  for (const id of [kitchen, cellar, 987_654]) answers.push(await ask(here, 'GET', `/users/me/${id}/topics`))
  for (const id of [kitchen, cellar]) {
    const narrow = [webPublic, { operator: 'channel', operand: id }]
    answers.push(await ask(here, 'GET', '/messages', { ...range, narrow }))
  }
  assert.equal(new Set(answers.slice(5, 8).map(({ text }) => text)).size, 1)
  assert.equal(new Set(answers.slice(8, 11).map(({ text }) => text)).size, 1)
  const told = answers.map(({ text }) => text).join()
  for (const secret of ['XYZZY', 'kitchen', 'cellar', 'Hermit', ada.email, ben.email, ada.apiKey])
    assert.ok(!told.includes(secret), secret)
})

test('spectators can see a file only once a web-public channel has it', async () => {
  const here = await place()
  const { ben, society, square, kitchen } = here
  const files = [
    await upload(ben, 'a.txt', 'AAA'),
    await upload(ben, 'b.txt', 'BBB'),
    await upload(ben, 'c.txt', 'CCC'),
  ]
  const [open, closed, unsent] = files.map(({ url }) => url) as [string, string, string]
  await ben.sends(`[a](${open})`, { channel: square, topic: 'files' })
  await ben.sends(`[b](${closed})`, { channel: kitchen, topic: 'files' })
  const get = (path: string) => raw(server, society.org, path)
  const { status, body } = await get(open)
  assert.deepEqual([status, `${body}`], [200, 'AAA'])
  const nothing = await get('/user_uploads/1/xx/nothing.txt')
  for (const path of [closed, unsent, closed.replace('/user_uploads/', '/user_uploads/download/')]) {
    const answer = await get(path)
    assert.deepEqual([answer.status, answer.json], [nothing.status, nothing.json], path)
  }
  await here.ada.send('PATCH', '/realm', { enable_spectator_access: false })
  assert.equal((await get(open)).status, 401)
})

test('personal or wider requests are refused without an account', async () => {
  const here = await place()
  const refused: unknown[][] = [
    [],
    [{ operator: 'channels', operand: 'public' }],
    [{ ...webPublic, negated: true }],
    [{ operator: 'channel', operand: here.square }],
    [webPublic, { operator: 'is', operand: 'unread' }],
    [webPublic, { operator: 'is', operand: 'dm' }],
    [webPublic, { operator: 'dm', operand: [here.ben.id] }],
    [webPublic, { operator: 'in', operand: 'home' }],
    [webPublic, { operator: 'mentions', operand: here.ben.id }],
    [webPublic, { operator: 'sender', operand: here.ben.email }],
    [webPublic, { operator: 'sender', operand: 'me' }],
    [webPublic, { operator: 'sender', operand: [here.ben.email] }],
  ]
  for (const narrow of refused) {
    const { status, json } = await ask(here, 'GET', '/messages', { ...range, narrow })
    assert.deepEqual([status, json.code], [401, 'UNAUTHORIZED'], JSON.stringify(narrow))
  }
  for (const params of [{ client_gravatar: true }, { include_subscribers: true }, { include_subscribers: 'partial' }]) {
    const { status, json } = await ask(here, 'POST', '/register', params)
    assert.equal(status, 400, JSON.stringify(params))
    assert.equal(json.msg, `Invalid '${Object.keys(params)[0]}' parameter for anonymous request`)
  }
})

test('archiving a channel, or turning it off, ends access without an account', async () => {
  const here = await place()
  const asked = () => ask(here, 'GET', '/messages', { ...range, narrow: [webPublic] })
  await here.ada.send('DELETE', `/streams/${here.square}`)
  assert.deepEqual((await asked()).json.messages, [])
  assert.deepEqual((await ask(here, 'POST', '/register')).json.streams, [])
  assert.equal((await ask(here, 'GET', `/messages/${here.open}`)).status, 400)
  await here.ada.send('PATCH', '/realm', { enable_spectator_access: false })
  assert.equal((await asked()).status, 401)
  // none of this affects callers with an account
  const wrong = { authorization: `Basic ${btoa(`${here.ben.email}:nonsense`)}` }
  const { status } = await raw(server, here.society.org, '/api/v1/register', { method: 'POST', headers: wrong })
  assert.equal(status, 401)
})

test("a server can disable spectators; they're rate-limited by address", async () => {
  const off = await startServer({ webPublicChannels: 'off', rateLimits: 'on', addressRequestsPerMinute: '5' })
  try {
    const { owner, org } = await TestOrganization.found(off)
    await owner.send('PATCH', '/realm', { enable_spectator_access: true })
    const error = await owner.refusedRaw('POST', '/channels/create', {
      name: 'square',
      subscribers: [],
      is_web_public: true,
    })
    assert.equal(error.status, 400)
    const ask = () => raw(off, org, '/api/v1/register', { method: 'POST' })
    assert.equal((await ask()).status, 401)
    let status = 401
    for (let time = 0; time < 6 && status === 401; time++) status = (await ask()).status
    assert.equal(status, 429)
  } finally {
    await off.close()
  }
})
