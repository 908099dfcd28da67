import { ApiError, type Endpoint, neededScope, type Scope, scopes } from '#contract'
import { insufficientScope, notInChannels, notWithToken } from '#platform/serve'
import { assert, Person, type TestOrganization, test } from '#test'
import { LoquatClient } from '../../../../client/index.ts'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { features } from '../../../app.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateSettings } from '../../people/user-settings/api.ts'
import { updateUser } from '../../people/users/api.ts'
import { createBot, getBots } from '../../people/users/bot-api.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { noSuchBot } from '../../people/users/errors.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'
import { noteUses } from './actions.ts'
import * as api from './api.ts'
import { accessTokensCache } from './cache.ts'

type Made = { scopes?: Scope[]; channel_ids?: number[]; expires_at?: number; name?: string }

let made = 0
const makeToken = (person: Person, { scopes: asked = ['read', 'write'], ...more }: Made = {}) =>
  person.call(api.createAccessToken, { name: `agent ${++made}`, scopes: asked, ...more })

function withToken(society: TestOrganization, person: Person, token: string): Person {
  const account = society.org.get(peopleCache).byId.get(person.id)
  assert.ok(account)
  return new Person(society.server, society.org, society.subdomain, { ...account, apiKey: token })
}

const agentOf = async (society: TestOrganization, person: Person, asked: Made = {}) =>
  withToken(society, person, (await makeToken(person, asked)).token)

const endpoints = features
  .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint as Endpoint))
  .map((endpoint) => ({ ...endpoint, scope: neededScope(endpoint), notWithToken: endpoint.notWithToken ?? [] }))

/** A request that passes authorization but fails validation, if it has any parameter. */
function attempt({ method, path, decoders }: Endpoint): [string, string, Record<string, string>] {
  const wrong = decoders.find(({ name }) => !path.includes(`{${name}`))
  return [
    method,
    path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name) =>
      /email|domain|name|fragment/.test(name) ? 'none' : '987654',
    ),
    wrong ? { [wrong.name]: wrong.wire === 'raw' ? 'a\u0000b' : '{' } : {},
  ]
}

/** The error code if the token is refused; undefined if it is accepted. */
async function tokenRefusal(agent: Person, endpoint: Endpoint): Promise<string | undefined> {
  const known = [insufficientScope.code, notWithToken.code]
  try {
    await agent.send(...attempt(endpoint))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    assert.ok(error.status < 500, `${endpoint.method} ${endpoint.path}: ${error.message}`)
    if (error.status === 403 && known.includes(error.code)) return error.code
  }
}

test('every operation accepts a token with its scope and no other', async ({ society, ada }) => {
  const only = {} as Record<Scope, Person>
  const without = {} as Record<Scope, Person>
  for (const scope of scopes) {
    only[scope] = await agentOf(society, ada, { scopes: [scope] })
    without[scope] = await agentOf(society, ada, { scopes: scopes.filter((one) => one !== scope) })
  }
  const all = await agentOf(society, ada, { scopes: [...scopes] })
  for (const endpoint of endpoints) {
    const { scope, method, path, caller } = endpoint
    const line = `${method} ${path}`
    // webhooks have the key in the query; administrator calls without parameters are tested elsewhere by name
    if (caller === 'webhook' || scope === 'open') continue
    if (scope === 'never') assert.equal(await tokenRefusal(all, endpoint), notWithToken.code, line)
    else {
      assert.equal(await tokenRefusal(without[scope], endpoint), insufficientScope.code, line)
      assert.equal(await tokenRefusal(only[scope], endpoint), undefined, line)
    }
  }
})

test('a token limited to channels can only call operations declared as limitable', async ({ society, ada }) => {
  const plans = await makeChannel(society.org, 'plans', [ada])
  const limited = await agentOf(society, ada, { scopes: [...scopes], channel_ids: [plans] })
  for (const endpoint of endpoints) {
    const { scope, inChannels, caller, method, path } = endpoint
    if (caller === 'webhook' || scope === 'open' || scope === 'never') continue
    assert.equal(
      await tokenRefusal(limited, endpoint),
      inChannels ? undefined : notInChannels.code,
      `${method} ${path}`,
    )
  }
})

test('access tokens cannot call credential endpoints', () => {
  const lines = (list: readonly Endpoint[]) => list.map(({ method, path }) => `${method} ${path}`)
  const opening = /passw|api_key|^new_email$|^(push_)?token(_id)?$/
  const open = endpoints.filter(({ scope, params, notWithToken }) => {
    const names = Object.keys(params).filter((name) => !notWithToken.includes(name))
    return scope !== 'never' && scope !== 'open' && names.some((name) => opening.test(name))
  })
  assert.deepEqual(lines(open), [])
  const telling = endpoints.filter(({ result }) => Object.keys(result).some((name) => /api_key|^token$/.test(name)))
  assert.ok(telling.length > 4)
  assert.deepEqual(lines(telling.filter(({ scope }) => scope !== 'never' && scope !== 'open')), [])
  assert.deepEqual(lines(endpoints.filter(({ path, scope }) => path.includes('token') && scope === 'read')), [])
})

test('a token is created, shown once, listed with its last use, renamed, and revoked', async ({
  ada,
  ben,
  society,
}) => {
  const watch = await ada.register('access_token')
  const stranger = await ben.register('access_token')
  const { token, access_token } = await makeToken(ada, { name: ' Digest ', scopes: ['write', 'read', 'read'] })
  assert.match(token, /^loquat_[\w-]{43}$/)
  assert.deepEqual(
    [access_token.name, access_token.scopes, access_token.channel_ids, access_token.last_used],
    ['Digest', ['read', 'write'], null, null],
  )
  const token_id = access_token.id
  const agent = withToken(society, ada, token)
  assert.equal((await agent.send('GET', '/users/me')).user_id, ada.id)
  const listed = async () => (await ada.call(api.getAccessTokens)).access_tokens
  assert.ok((await listed())[0]?.last_used)
  await noteUses(society.org)
  assert.ok((await listed())[0]?.last_used)
  await ada.call(api.renameAccessToken, { token_id, name: 'Weekly digest' })
  await makeToken(ada, { name: 'other' })
  await ada.refused(api.renameAccessToken, { token_id, name: 'OTHER' }, api.tokenNameTaken)
  await ada.refused(api.createAccessToken, { name: 'weekly DIGEST', scopes: ['read'] }, api.tokenNameTaken)
  await ben.refused(api.renameAccessToken, { token_id, name: 'mine' }, api.noSuchToken)
  await ben.refused(api.revokeAccessToken, { token_id }, api.noSuchToken)
  await ada.call(api.revokeAccessToken, { token_id })
  await ada.refused(api.revokeAccessToken, { token_id }, api.noSuchToken)
  assert.equal((await agent.refusedRaw('GET', '/users/me')).code, 'INVALID_API_KEY')
  assert.deepEqual(await watch.ops(), ['add', 'update', 'add', 'remove'])
  assert.deepEqual(await stranger.ops(), [])
  const { entries } = await ada.call(getAuditLog)
  assert.deepEqual(
    entries.filter(({ action }) => action.includes('access_tokens')).map(({ action, params }) => [action, params]),
    [
      ['DELETE /access_tokens/{token_id}', { token_id }],
      ['POST /access_tokens', { name: 'other', scopes: ['read', 'write'] }],
      ['POST /access_tokens', { name: 'Digest', scopes: ['write', 'read', 'read'] }],
    ],
  )
})

test('a token works as password and as bearer, only for its own account', async ({ ada, ben, society, server }) => {
  const { token } = await makeToken(ada)
  const ask = (authorization: string) => {
    const transport = server.transport(society.subdomain)
    return transport({ method: 'GET', path: '/api/v1/users/me', headers: { authorization }, body: undefined })
  }
  const basic = (name: string, secret: string) => `Basic ${btoa(`${name}:${secret}`)}`
  assert.equal((await ask(`Bearer ${token}`)).status, 200)
  assert.equal((await ask(basic(ada.email, token))).status, 200)
  assert.equal((await ask(basic(ben.email, token))).status, 401)
  assert.equal((await ask(`Bearer ${token.slice(0, -1)}`)).status, 401)
  // API keys aren't accepted as bearer tokens
  assert.equal((await ask(`Bearer ${ada.apiKey}`)).status, 401)
  const client = new LoquatClient({ token, transport: server.transport(society.subdomain) })
  assert.equal((await client.send('GET', '/users/me')).user_id, ada.id)
})

test("an agent's actions are labeled on messages and in the audit log", async ({ ada, ben, society }) => {
  const agent = await agentOf(society, ada, { name: 'Digest', scopes: ['read', 'write', 'admin'] })
  const watch = await ben.register('reaction')
  const sent = await agent.send('POST', '/messages', {
    ...{ type: 'direct', to: [ben.id], content: 'Good morning', client: 'website' },
  })
  const { message } = await ben.send('GET', `/messages/${sent.id}`)
  assert.equal((message as { client: string }).client, 'Agent: Digest')
  const lie = await ada.send('POST', '/messages', {
    ...{ type: 'direct', to: [ben.id], content: 'Hello', client: 'agent: Agent: Digest' },
  })
  const { message: own } = await ben.send('GET', `/messages/${lie.id}`)
  assert.equal((own as { client: string }).client, 'Digest')
  await agent.send('PATCH', `/messages/${sent.id}`, { content: 'Good evening' })
  await agent.send('POST', `/messages/${sent.id}/reactions`, { emoji_name: 'tada' })
  await ben.send('POST', `/messages/${sent.id}/reactions`, { emoji_name: 'tada' })
  await ada.send('PATCH', `/messages/${sent.id}`, { content: 'Good night' })
  const { message_history } = await ben.send('GET', `/messages/${sent.id}/history`)
  const marks = (list: unknown) => (list as { agent?: string }[]).map(({ agent }) => agent)
  assert.deepEqual(marks(message_history), ['Digest', 'Digest', undefined])
  const { message: marked } = await ben.send('GET', `/messages/${sent.id}`)
  const { reactions, edit_history } = marked as Record<string, unknown>
  assert.deepEqual(
    [marks(reactions), marks(edit_history)],
    [
      ['Digest', undefined],
      [undefined, 'Digest'],
    ],
  )
  assert.deepEqual(marks(await watch.of('reaction')), ['Digest', undefined])
  await agent.send('POST', '/realm/domains', { domain: 'a.example', allow_subdomains: false })
  const { entries } = await ada.call(getAuditLog, { action: 'POST /realm/domains' })
  assert.deepEqual([entries[0]?.acting_user_id, entries[0]?.client], [ada.id, 'Agent: Digest'])
})

test("a token can't change addresses or passwords, or create credentials", async ({ society, ada, ben }) => {
  const agent = await agentOf(society, ada, { scopes: [...scopes] })
  for (const change of [
    { email: 'x@y.example' },
    { target_users: { user_ids: [ben.id] }, twenty_four_hour_time: true },
    { old_password: 'correct horse battery', new_password: 'a new one!' },
  ])
    assert.equal((await agent.refused(updateSettings, change)).code, notWithToken.code)
  assert.equal((await agent.refused(updateUser, { user_id: ben.id, new_email: 'x@y.example' })).code, notWithToken.code)
  await agent.call(updateUser, { user_id: ben.id, full_name: 'Benjamin' })
  await agent.refused(regenerateOwnApiKey, {}, notWithToken)
  await agent.refused(createBot, { full_name: 'B', short_name: 'b' }, notWithToken)
  await agent.refused(getBots, {}, notWithToken)
  await agent.refused(api.createAccessToken, { name: 'x', scopes: ['read'] }, notWithToken)
  // such pages lead to things that the agent has no access to
  const { token } = await makeToken(ada, { scopes: [...scopes] })
  const page = await society.server.http.inject({
    url: '/own-data.zip',
    headers: { host: `${society.subdomain}.loquat.test`, authorization: `Bearer ${token}` },
  })
  assert.equal(page.statusCode, 403)
})

test('a queue belongs to the token that opened it, and ends with it', async ({ society, ada, ben }) => {
  const { token, access_token } = await makeToken(ada, { scopes: ['read'] })
  const agent = withToken(society, ada, token)
  const { queue_id } = await agent.send('POST', '/register', { event_types: ['message'] })
  const ask = { queue_id, last_event_id: -1 }
  assert.equal((await ada.refusedRaw('GET', '/events', { ...ask, dont_block: true })).code, 'BAD_EVENT_QUEUE_ID')
  assert.equal((await ada.refusedRaw('DELETE', '/events', { queue_id })).code, 'BAD_EVENT_QUEUE_ID')
  const own = await ada.send('POST', '/register', { event_types: ['message'] })
  const other = await agent.refusedRaw('GET', '/events', { ...ask, queue_id: own.queue_id, dont_block: true })
  assert.equal(other.code, 'BAD_EVENT_QUEUE_ID')
  const poll = agent.send('GET', '/events', ask).catch((error: unknown) => error)
  while (society.org.queues.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await ada.call(api.revokeAccessToken, { token_id: access_token.id })
  await ben.sends('for ada alone', ada)
  const answer = await poll
  assert.ok(answer instanceof ApiError && answer.status === 401, JSON.stringify(answer))
})

test('a token ends on expiry, with a new API key, and with the account', async ({ society, ada, ben, server }) => {
  const now = server.clock.now().getTime()
  server.clock.set(new Date(now))
  const later = Math.floor(now / 1000) + 3_600
  await ben.refused(
    api.createAccessToken,
    { name: 'x', scopes: ['read'], expires_at: later - 7_200 },
    api.expiresInPast,
  )
  const brief = await agentOf(society, ben, { expires_at: later })
  await brief.send('GET', '/users/me')
  server.clock.advance(3_600_000)
  assert.equal((await brief.refusedRaw('GET', '/users/me')).code, 'INVALID_API_KEY')
  server.clock.release()
  const lasting = await agentOf(society, ben)
  const { api_key } = await ben.call(regenerateOwnApiKey)
  assert.equal((await lasting.refusedRaw('GET', '/users/me')).code, 'INVALID_API_KEY')
  const again = withToken(society, ben, api_key)
  const last = await agentOf(society, again)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.equal((await last.refusedRaw('GET', '/users/me')).code, 'INVALID_API_KEY')
  assert.deepEqual((await ada.call(api.getAccessTokens)).access_tokens, [])
})

test('owners create tokens for their bots, and the tokens belong to the bots', async ({ society, ada, ben }) => {
  const bot = await ben.call(createBot, { full_name: 'Weaver', short_name: 'weaver' })
  const bot_id = bot.user_id
  const watch = await ben.register('access_token')
  const { token, access_token } = await ben.call(api.createAccessToken, { name: 'loom', scopes: ['read'], bot_id })
  const client = new LoquatClient({ token, transport: society.server.transport(society.subdomain) })
  assert.equal((await client.send('GET', '/users/me')).user_id, bot_id)
  assert.equal((await ben.call(api.getAccessTokens, { bot_id })).access_tokens.length, 1)
  assert.deepEqual((await ben.call(api.getAccessTokens)).access_tokens, [])
  const cleo = await society.join('Cleo')
  await cleo.refused(api.getAccessTokens, { bot_id }, noSuchBot)
  await cleo.refused(api.revokeAccessToken, { token_id: access_token.id }, api.noSuchToken)
  await ada.call(api.revokeAccessToken, { token_id: access_token.id })
  assert.deepEqual(await watch.ops(), ['add', 'remove'])
})

test("a browser session alone can't create a token, and token secrets are never stored", async ({
  society,
  ada,
  server,
}) => {
  const browser = new Browser(server, society.org)
  await browser.post('/accounts/login', { username: ada.email, password: 'correct horse battery' })
  const own = { 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
  const { status, json } = await browser.post('/api/v1/access_tokens', { name: 'x', scopes: '["read"]' }, own)
  assert.deepEqual([status, json.msg], [keyOutsideBrowsers.status, keyOutsideBrowsers.message])
  const { token } = await makeToken(ada)
  const kept = await server.runtime.db.read(async (tx) => [
    await tx.selectFrom('access_token').selectAll().execute(),
    await tx.selectFrom('event_log').selectAll().execute(),
    await tx.selectFrom('audit_entry').selectAll().execute(),
  ])
  assert.ok(!JSON.stringify(kept).includes(token))
  const loaded = await server.runtime.db.read((tx) => accessTokensCache.load(tx, society.org.id))
  assert.equal(loaded.used.size, 0)
})
