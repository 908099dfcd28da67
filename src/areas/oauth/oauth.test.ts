import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { assert, type Person, startServer, type TestOrganization, type TestServer, test } from '#test'
import { makeChannel } from '../../../test/harness/channel.ts'
import { Browser } from '../../../test/harness/oidc.ts'
import { getAccessTokens, revokeAccessToken } from '../access-tokens/api.ts'
import { getAuditLog } from '../audit-log/api.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { updateOrganization } from '../organization-settings/api.ts'
import { hashPassword } from '../users/api-key.ts'
import { createOAuthClient, deleteOAuthClient, getOAuthClients } from './api.ts'
import { clear } from './due.ts'

const callback = 'http://127.0.0.1:4321/callback'
const password = 'correct horse battery'
const passwordHash = hashPassword(password)

/** What a program asks over the network, answered within this process, whatever the host is called. */
const fetchFrom =
  (server: TestServer): FetchLike =>
  async (input, init = {}) => {
    const url = new URL(String(input))
    const answer = await server.http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host },
      ...(init.body == null ? {} : { payload: String(init.body) }),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers })
  }

/** A program with what it keeps of the flow. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata = { client_name: 'Weaver', redirect_uris: [callback] }
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  verifier = ''
  asked: URL | undefined
  state = () => 'a state & more'
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information
  }
  tokens = () => this.kept
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.asked = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

const urlOf = ({ org, server }: TestOrganization) =>
  server.runtime.organizationUrl(org.get(organizationMirror).subdomain)

async function signedIn(society: TestOrganization, person: Person): Promise<Browser> {
  const password_hash = await passwordHash
  await society.org.write(null, ({ tx }) =>
    tx.updateTable('account').set({ password_hash }).where('id', '=', person.id).execute(),
  )
  const browser = new Browser(society.server, society.org)
  await browser.post('/accounts/login', { username: person.email, password })
  return browser
}

const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name as string,
      (value as string).replaceAll('&amp;', '&'),
    ]),
  )

const usual = { scope_read: 'on', scope_write: 'on', expiry: '90', name: 'Weaver', password, decision: 'allow' }

/** What somebody does with the page; answers to where the browser is led. */
async function press(browser: Browser, asked: URL, chosen: Record<string, string> = usual): Promise<URL> {
  const page = await browser.get(asked.pathname + asked.search)
  assert.equal(page.status, 200, page.body.toString())
  const answer = await browser.post('/oauth/authorize', { ...fieldsOf(page.body.toString()), ...chosen })
  assert.equal(answer.status, 302, answer.body.toString())
  return new URL(answer.headers.location ?? '')
}

interface Flow {
  readonly clientId: string
  readonly verifier: string
  ask(more?: Record<string, string | undefined>): URL
  token(fields: Record<string, string>): Promise<{ status: number; json: Record<string, string> }>
}

/** A program that does by hand what the library does, to be able to do it wrong. */
async function program(society: TestOrganization, more: object = {}): Promise<Flow> {
  const fetch = fetchFrom(society.server)
  const body = JSON.stringify({ client_name: 'Weaver', redirect_uris: [callback], ...more })
  const headers = { 'content-type': 'application/json' }
  const registered = await fetch(`${urlOf(society)}/oauth/register`, { method: 'POST', body, headers })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  return {
    clientId,
    verifier,
    ask(changed = {}) {
      const url = new URL(`${urlOf(society)}/oauth/authorize`)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const fields = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 's', scope: 'read write' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', ...changed },
      }
      for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.set(name, value)
      return url
    },
    async token(fields) {
      const form = new URLSearchParams({ client_id: clientId, ...fields }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(`${urlOf(society)}/oauth/token`, { method: 'POST', body: form, headers: type })
      return { status: answer.status, json: (await answer.json()) as Record<string, string> }
    },
  }
}

const redeeming = (flow: Flow, back: URL, more: Record<string, string> = {}) =>
  flow.token({
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: callback },
    ...{ code_verifier: flow.verifier, ...more },
  })

const refreshing = (flow: Flow, refresh_token: string, more: Record<string, string> = {}) =>
  flow.token({ grant_type: 'refresh_token', refresh_token, ...more })

/** The status of a call of the API with a token. */
async function statusWith(society: TestOrganization, token: string | undefined, path = '/users/me') {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetchFrom(society.server)(`${urlOf(society)}/api/v1${path}`, { headers })).status
}

test('the client of the protocol comes in by OAuth and renews what it has', async ({ society, ada, server }) => {
  const watch = await ada.register('access_token')
  const provider = new Program()
  const fetch = fetchFrom(server)
  const address = new URL(`${urlOf(society)}/mcp`)
  const transport = () => new StreamableHTTPClientTransport(address, { authProvider: provider, fetch })
  const first = transport()
  const client = () => new Client({ name: 'test', version: '1' })
  await assert.rejects(client().connect(first as Transport), /Unauthorized/)
  assert.ok(provider.asked)
  assert.equal(provider.asked.searchParams.get('scope'), 'read write')
  assert.equal(provider.asked.searchParams.get('resource'), address.href)
  const back = await press(await signedIn(society, ada), provider.asked)
  assert.deepEqual(
    [back.origin + back.pathname, back.searchParams.get('state'), back.searchParams.get('iss')],
    [callback, 'a state & more', urlOf(society)],
  )
  await first.finishAuth(back.searchParams.get('code') ?? '')
  const connected = client()
  await connected.connect(transport() as Transport)
  const id = await makeChannel(society.org, 'looms', [ada])
  const sent = await connected.callTool({
    name: 'send_message',
    arguments: { channel: 'looms', topic: 'warp', content: 'Ready' },
  })
  assert.ok(!sent.isError, JSON.stringify(sent.content))
  const { messages } = await ada.send('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 1, num_after: 0, narrow: [{ operator: 'channel', operand: id }] },
  })
  assert.equal((messages as { client: string }[])[0]?.client, 'Agent: Weaver')
  const before = provider.kept?.access_token
  server.clock.set(new Date(Date.now() + 3_700_000))
  assert.equal(await statusWith(society, before), 401)
  await connected.listTools()
  server.clock.release()
  assert.notEqual(provider.kept?.access_token, before)
  const { access_tokens } = await ada.call(getAccessTokens)
  assert.deepEqual(
    access_tokens.map(({ name, scopes, program: one }) => [name, scopes, one]),
    [['Weaver', ['read', 'write'], { name: 'Weaver', host: '127.0.0.1:4321' }]],
  )
  const { entries } = await ada.call(getAuditLog, { action: 'POST /oauth/authorize' })
  assert.deepEqual([entries[0]?.acting_user_id, entries[0]?.params.name], [ada.id, 'Weaver'])
  await ada.call(revokeAccessToken, { token_id: access_tokens[0]?.id ?? 0 })
  assert.equal(await statusWith(society, provider.kept?.access_token), 401)
  assert.deepEqual(await watch.ops(), ['add', 'update', 'remove'])
})

test('below a path of a host programs find the way by the documents there', async () => {
  const server = await startServer({ url: 'http://loquat.test/chat' })
  try {
    const ask: FetchLike = (url, init) => {
      const { pathname, search } = new URL(String(url))
      return fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, init)
    }
    const { foundOrganization } = await import('../founding/actions.ts')
    const owner = { full_name: 'Ada', email: 'ada@root.example', password }
    await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner })
    const { discoverOAuthServerInfo } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const told = await ask('http://loquat.test/chat/mcp', { method: 'POST' })
    const [, resourceMetadataUrl = ''] =
      /resource_metadata="([^"]+)"/.exec(told.headers.get('www-authenticate') ?? '') ?? []
    // nothing but what is below the path comes here
    const below: FetchLike = async (url, init) =>
      new URL(String(url)).pathname.startsWith('/chat/') ? ask(url, init) : new Response('', { status: 404 })
    const found = await discoverOAuthServerInfo('http://loquat.test/chat/mcp', {
      resourceMetadataUrl: new URL(resourceMetadataUrl),
      fetchFn: below,
    })
    assert.equal(found.resourceMetadata?.resource, 'http://loquat.test/chat/mcp')
    assert.equal(found.authorizationServerMetadata?.issuer, 'http://loquat.test/chat')
    assert.equal(found.authorizationServerMetadata?.token_endpoint, 'http://loquat.test/chat/oauth/token')
    for (const path of ['oauth-authorization-server/chat', 'openid-configuration', 'oauth-protected-resource/chat/mcp'])
      assert.equal((await ask(`http://loquat.test/.well-known/${path}`)).status, 200, path)
    assert.equal((await ask('http://loquat.test/.well-known/oauth-authorization-server/other')).status, 404)
  } finally {
    await server.close()
  }
})

test('the page lets people give less than was asked for', async ({ society, ada, ben }) => {
  const looms = await makeChannel(society.org, 'spindles', [ada])
  const hidden = await makeChannel(society.org, 'dyes', [ben])
  const flow = await program(society)
  const browser = await signedIn(society, ada)
  const asked = flow.ask({ scope: 'read write channels' })
  const page = await browser.get(asked.pathname + asked.search)
  const text = page.body.toString()
  assert.match(text, /Weaver/)
  assert.match(text, /127\.0\.0\.1:4321/)
  assert.doesNotMatch(text, /scope_admin|#<bdi>dyes/)
  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.equal(page.headers['x-frame-options'], 'DENY')
  const fields = fieldsOf(text)
  const wrong = async (chosen: Record<string, string>) => {
    const answer = await browser.post('/oauth/authorize', { ...fields, ...usual, ...chosen })
    assert.equal(answer.status, 400, JSON.stringify(chosen))
    assert.match(answer.body.toString(), /role="alert"/)
  }
  const bads: Record<string, string>[] = [
    { name: ' ' },
    { expiry: '12' },
    { password: 'no' },
    { [`channel_${hidden}`]: 'on' },
  ]
  for (const bad of bads) await wrong(bad)
  const { scope_read: _read, scope_write: _write, ...nothing } = usual
  const none = await browser.post('/oauth/authorize', { ...fields, ...nothing })
  assert.equal(none.status, 400)
  const chosen = {
    ...nothing,
    scope_read: 'on',
    scope_admin: 'on',
    [`channel_${looms}`]: 'on',
    expiry: '7',
    name: 'Loom',
  }
  const { json } = await redeeming(flow, await press(browser, asked, chosen))
  assert.equal(json.scope, 'read')
  const { access_tokens } = await ada.call(getAccessTokens)
  const made = access_tokens.find(({ name }) => name === 'Loom')
  assert.deepEqual([made?.scopes, made?.channel_ids], [['read'], [looms]])
  assert.equal(Math.round(((made?.expires_at ?? 0) - (made?.date_created ?? 0)) / 86_400), 7)
  assert.equal(await statusWith(society, json.access_token, '/drafts'), 403)
  const denied = await press(browser, asked, { decision: 'deny' })
  assert.deepEqual([denied.searchParams.get('error'), denied.searchParams.get('code')], ['access_denied', null])
  assert.equal(denied.searchParams.get('iss'), urlOf(society))
})

test('whoever is not signed in comes back to the page by signing in', async ({ society, ada }) => {
  const flow = await program(society)
  const browser = new Browser(society.server, society.org)
  const asked = flow.ask()
  const away = await browser.get(asked.pathname + asked.search)
  const login = String(away.headers.location)
  assert.match(login, /^\/accounts\/login\?next=/)
  const next = new URLSearchParams(login.slice(login.indexOf('?'))).get('next') ?? ''
  const back = await browser.post('/accounts/login', { username: ada.email, password, next })
  assert.equal(back.headers.location, `/oauth/authorize${asked.search}`)
  const elsewhere = await browser.post('/accounts/login', { username: ada.email, password, next: '/evil.example' })
  assert.equal(elsewhere.headers.location, '/')
})

test('a code is good once, for its program, its address and its verifier', async ({ society, ada }) => {
  const [flow, other] = [await program(society), await program(society)]
  const browser = await signedIn(society, ada)
  const refused = async (more: Record<string, string>, error: string) => {
    const { status, json } = await redeeming(flow, await press(browser, flow.ask()), more)
    assert.deepEqual([status, json.error], [400, error], JSON.stringify(more))
  }
  await refused({ code_verifier: 'x'.repeat(43) }, 'invalid_grant')
  await refused({ code_verifier: 'short' }, 'invalid_grant')
  await refused({ client_id: other.clientId }, 'invalid_grant')
  await refused({ redirect_uri: 'http://127.0.0.1:4321/other' }, 'invalid_grant')
  await refused({ resource: 'https://other.example/mcp' }, 'invalid_target')
  await refused({ code: 'made up' }, 'invalid_grant')
  await refused({ grant_type: 'password' }, 'unsupported_grant_type')
  const secretive = await redeeming(flow, await press(browser, flow.ask()), { client_secret: 'x' })
  assert.deepEqual([secretive.status, secretive.json.error], [401, 'invalid_client'])
  const late = await press(browser, flow.ask())
  society.server.clock.set(new Date(Date.now() + 61_000))
  assert.equal((await redeeming(flow, late)).json.error, 'invalid_grant')
  society.server.clock.release()
  const back = await press(browser, flow.ask())
  const { json } = await redeeming(flow, back)
  assert.equal(await statusWith(society, json.access_token), 200)
  assert.equal((await redeeming(flow, back)).json.error, 'invalid_grant')
  assert.equal(await statusWith(society, json.access_token), 401, 'what a code gave ends when it comes again')
  assert.equal((await refreshing(flow, json.refresh_token ?? '')).json.error, 'invalid_grant')
})

test('a refresh token is good once, and gives no more than was allowed', async ({ society, ada, ben }) => {
  const [flow, other] = [await program(society), await program(society)]
  const browser = await signedIn(society, ada)
  const grant = async () => (await redeeming(flow, await press(browser, flow.ask()))).json
  const first = await grant()
  const refresh = first.refresh_token ?? ''
  assert.equal((await refreshing(flow, refresh, { scope: 'read admin' })).json.error, 'invalid_scope')
  assert.equal((await refreshing(flow, refresh, { client_id: other.clientId })).json.error, 'invalid_grant')
  assert.equal((await refreshing(flow, refresh, { resource: 'https://other.example' })).json.error, 'invalid_target')
  const { json: second } = await refreshing(flow, refresh, { scope: 'read' })
  assert.equal(second.scope, 'read')
  assert.equal(await statusWith(society, first.access_token), 401)
  assert.equal(await statusWith(society, second.access_token), 200)
  const { json: third } = await refreshing(flow, second.refresh_token ?? '')
  assert.equal(third.scope, 'read write')
  assert.equal((await refreshing(flow, refresh)).json.error, 'invalid_grant')
  assert.equal(await statusWith(society, third.access_token), 401, 'a token that comes again ends them all')
  assert.equal((await refreshing(flow, third.refresh_token ?? '')).json.error, 'invalid_grant')
  const { entries } = await ada.call(getAuditLog, { action: 'oauth reuse' })
  assert.equal(entries[0]?.params.what, 'refresh token')

  const revoking = await grant()
  const revoke = async (clientId: string, token: string) => {
    const body = new URLSearchParams({ client_id: clientId, token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await fetchFrom(society.server)(`${urlOf(society)}/oauth/revoke`, { method: 'POST', body, headers })).status
  }
  assert.equal(await revoke(other.clientId, revoking.access_token ?? ''), 400)
  assert.equal(await statusWith(society, revoking.access_token), 200)
  assert.equal(await revoke(flow.clientId, revoking.refresh_token ?? ''), 200)
  assert.equal(await revoke(flow.clientId, 'unknown'), 200)
  assert.equal(await statusWith(society, revoking.access_token), 401)

  const idle = await grant()
  society.server.clock.set(new Date(Date.now() + 91 * 86_400_000))
  assert.equal((await refreshing(flow, idle.refresh_token ?? '')).json.error, 'invalid_grant')
  await clear(society.org)
  society.server.clock.release()
  assert.deepEqual(
    (await ada.call(getAccessTokens)).access_tokens.filter(({ name }) => name === 'Weaver'),
    [],
  )

  const again = await program(society)
  const page = await press(await signedIn(society, ben), again.ask())
  const pending = await press(await signedIn(society, ben), again.ask())
  const { json: bens } = await redeeming(again, page)
  await ada.send('DELETE', `/users/${ben.id}`)
  assert.equal(await statusWith(society, bens.access_token), 401)
  assert.equal((await refreshing(again, bens.refresh_token ?? '')).json.error, 'invalid_grant')
  assert.equal((await redeeming(again, pending)).json.error, 'invalid_grant')
})

test('a token of one organization is nothing in another', async ({ society, ada, server }) => {
  const flow = await program(society)
  const { json } = await redeeming(flow, await press(await signedIn(society, ada), flow.ask()))
  const there = 'http://elsewhere.loquat.test'
  const { foundOrganization } = await import('../founding/actions.ts')
  const owner = { full_name: 'Eve', email: 'eve@elsewhere.example', password }
  await foundOrganization(server.runtime, { name: 'Elsewhere', subdomain: 'elsewhere', owner })
  const fetch = fetchFrom(server)
  const headers = { authorization: `Bearer ${json.access_token}` }
  const refused = await fetch(`${there}/mcp`, { method: 'POST', headers })
  assert.equal(refused.status, 401)
  assert.match(
    refused.headers.get('www-authenticate') ?? '',
    /^Bearer realm="loquat", resource_metadata="http:\/\/elsewhere\.loquat\.test\/[^"]+", scope="read write", error="invalid_token"$/,
  )
  const body = new URLSearchParams({
    ...{ grant_type: 'refresh_token', client_id: flow.clientId, refresh_token: json.refresh_token ?? '' },
  }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await fetch(`${there}/oauth/token`, { method: 'POST', body, headers: type })).status, 400)
  const asked = flow.ask({ resource: `${there}/mcp` })
  const page = await (await signedIn(society, ada)).get(asked.pathname + asked.search)
  assert.match(page.body.toString(), /invalid_target/)
})

test('nobody is led to where a program has not said that it is', async ({ society, ada, ben }) => {
  const flow = await program(society, {
    redirect_uris: [callback, 'https://app.example/cb?a=1', 'com.example.app:/cb'],
  })
  const browser = await signedIn(society, ada)
  const see = async (asked: URL) => browser.get(asked.pathname + asked.search)
  for (const redirect_uri of [
    'https://evil.example/cb',
    'https://app.example/cb?a=1&b=2',
    'https://app.example/cb?a=1#x',
    'https://app.example@evil.example/cb?a=1',
    'http://127.0.0.1:4321@evil.example/callback',
    'http://localhost:4321/callback',
    'http://127.0.0.1:4321/callback/../other',
    '//evil.example',
    'javascript:alert(1)',
  ]) {
    const page = await see(flow.ask({ redirect_uri }))
    assert.equal(page.status, 400, redirect_uri)
    assert.equal(page.headers.location, undefined)
    assert.doesNotMatch(page.body.toString(), /href="(?!\/)/, redirect_uri)
  }
  assert.equal((await see(flow.ask({ client_id: 'unknown' }))).status, 400)
  assert.equal((await see(flow.ask({ redirect_uri: 'http://127.0.0.1:9/callback' }))).status, 200)
  // an error is told to the program when the person goes there, and not by itself
  for (const [changed, code] of [
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'read everything' }, 'invalid_scope'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ] as const) {
    const page = await see(flow.ask(changed))
    assert.equal(page.headers.location, undefined)
    assert.match(page.body.toString(), new RegExp(`href="${callback}\\?error=${code}&amp;[^"]*state=s&amp;iss=`))
  }
  const page = (await see(flow.ask())).body.toString()
  const send = async (from: Browser, more: Record<string, string>, headers: Record<string, string> = {}) =>
    (await from.post('/oauth/authorize', { ...fieldsOf(page), ...usual, ...more }, headers)).status
  assert.equal(await send(browser, { ticket: 'made up' }), 403)
  assert.equal(await send(browser, { redirect_uri: 'https://app.example/cb?a=1' }), 403)
  assert.equal(await send(await signedIn(society, ben), {}), 403, 'what another was shown')
  assert.equal(await send(browser, {}, { 'sec-fetch-site': 'cross-site' }), 403)
  assert.equal(await send(browser, {}), 302)
})

test('programs register within limits, where they may', async ({ society, ada, ben, server }) => {
  const fetch = fetchFrom(server)
  const register = async (body: unknown, type = 'application/json') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': type }
    const answer = await fetch(`${urlOf(society)}/oauth/register`, { method: 'POST', body: text, headers })
    return { status: answer.status, json: (await answer.json()) as Record<string, string> }
  }
  for (const redirect_uris of [
    [],
    ['http://app.example/cb'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['https://user:pass@app.example/'],
    ['https://app.example/#x'],
    [`https://app.example/${'x'.repeat(1_000)}`],
    Array.from({ length: 11 }, (_one, index) => `https://app.example/${index}`),
  ])
    assert.deepEqual((await register({ redirect_uris })).json.error, 'invalid_redirect_uri', String(redirect_uris[0]))
  assert.equal((await register('{')).json.error, 'invalid_client_metadata')
  assert.equal((await register({ redirect_uris: [callback] }, 'text/plain')).json.error, 'invalid_request')
  assert.equal((await register(`"${'x'.repeat(70_000)}"`)).status, 413)
  const named = await register({ redirect_uris: ['https://[::1]/'], client_name: ' Wea\u202ever\n  two ' })
  assert.deepEqual([named.status, named.json.client_name], [201, 'Weaver two'])

  await ben.refused(getOAuthClients, {})
  const { oauth_client } = await ada.call(createOAuthClient, { name: 'Known', redirect_uris: [callback] })
  const { org } = society
  const metadata = async () =>
    (await (await fetch(`${urlOf(society)}/.well-known/oauth-authorization-server`)).json()) as object
  assert.ok('registration_endpoint' in (await metadata()))
  const unknown = await program(society)
  await ada.call(updateOrganization, { enable_mcp_registration: false })
  assert.ok(!('registration_endpoint' in (await metadata())))
  assert.equal((await register({ redirect_uris: [callback] })).status, 403)
  const browser = await signedIn(society, ada)
  const see = async (asked: URL) => (await browser.get(asked.pathname + asked.search)).status
  assert.equal(await see(unknown.ask()), 403)
  assert.equal(await see(unknown.ask({ client_id: oauth_client.client_id })), 200)
  await ada.call(updateOrganization, { enable_mcp_registration: true })
  const back = await press(browser, unknown.ask({ client_id: oauth_client.client_id }))
  const { json } = await redeeming(unknown, back, { client_id: oauth_client.client_id })
  const counted = (await ada.call(getOAuthClients)).oauth_clients.find(({ id }) => id === oauth_client.id)
  assert.deepEqual([counted?.accounts, counted?.made_known_by], [1, 'administrator'])
  await ada.call(deleteOAuthClient, { oauth_client_id: oauth_client.id })
  assert.equal(await statusWith(society, json.access_token), 401)

  const kept = await program(society)
  await redeeming(kept, await press(browser, kept.ask()))
  const has = (await ada.call(getOAuthClients)).oauth_clients.length
  await org.write(null, (act) =>
    act.tx
      .insertInto('oauth_client')
      .values(
        Array.from({ length: 1_000 - has }, (_one, index) => ({
          ...{ org_id: org.id, client_id: `many ${index}`, name: 'x', redirect_uris: [callback] },
          ...{ made_known_by: 'itself', created_at: act.now },
        })),
      )
      .execute(),
  )
  assert.deepEqual((await register({ redirect_uris: [callback] })).json.error, 'temporarily_unavailable')
  server.clock.set(new Date(Date.now() + 86_500_000))
  await clear(org)
  server.clock.release()
  assert.deepEqual(
    (await ada.call(getOAuthClients)).oauth_clients.map(({ client_id }) => client_id),
    [kept.clientId],
  )
  assert.equal((await register({ redirect_uris: [callback] })).status, 201)
})

test('from one address few programs register in an hour', async () => {
  const server = await startServer({ rateLimits: 'on' })
  try {
    const { foundOrganization } = await import('../founding/actions.ts')
    const owner = { full_name: 'Ada', email: 'ada@root.example', password }
    await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner })
    const register = () =>
      server.http.inject({
        ...{ method: 'POST', url: '/oauth/register', headers: { 'content-type': 'application/json' } },
        payload: JSON.stringify({ redirect_uris: [callback] }),
      })
    for (let number = 0; number < 20; number++) assert.equal((await register()).statusCode, 201)
    assert.equal((await register()).statusCode, 429)
  } finally {
    await server.close()
  }
})

test('a program is known by the document at its address', async ({ society, ada, server }) => {
  const client_id = 'https://app.example/loquat.json'
  const { outbound } = server.runtime
  const real = outbound.request
  let document: object = {}
  const answers = (told: object) => {
    document = told
    outbound.request = async ({ url }) => {
      assert.match(url, /^https:\/\/app\.example\//)
      const text = JSON.stringify(document)
      return { status: 200, headers: new Headers(), body: Buffer.from(text), url, text: () => text }
    }
  }
  try {
    const flow = await program(society)
    const browser = await signedIn(society, ada)
    const see = async (asked: URL) => browser.get(asked.pathname + asked.search)
    const whole = { client_id, client_name: 'Loom app', redirect_uris: [callback] }
    for (const bad of [
      { ...whole, client_id: 'https://other.example/loquat.json' },
      { ...whole, redirect_uris: ['http://app.example/'] },
      { ...whole, token_endpoint_auth_method: 'client_secret_post' },
      { client_id },
    ]) {
      answers(bad)
      assert.equal((await see(flow.ask({ client_id }))).status, 400, JSON.stringify(bad))
    }
    assert.equal((await see(flow.ask({ client_id: 'https://app.example/a/../loquat.json' }))).status, 400)
    answers(whole)
    const nobody = new Browser(server, society.org)
    const asked = flow.ask({ client_id })
    assert.equal((await nobody.get(asked.pathname + asked.search)).status, 302, 'nothing is fetched for strangers')
    assert.match((await see(asked)).body.toString(), /app\.example[\s\S]*Loom app|Loom app[\s\S]*app\.example/)
    const { json } = await redeeming(flow, await press(browser, asked), { client_id })
    assert.equal(await statusWith(society, json.access_token), 200)
    const { oauth_clients } = await ada.call(getOAuthClients)
    assert.ok(oauth_clients.some((one) => one.client_id === client_id && one.made_known_by === 'document'))
  } finally {
    outbound.request = real
  }
})
