import { assert, startServer, test } from '#test'
import type { Browser } from '../../../../test/harness/oidc.ts'
import {
  callback,
  fetchFrom,
  fieldsOf,
  password,
  press,
  program,
  redeeming,
  refreshing,
  signedIn,
  statusWith,
  urlOf,
  usual,
} from '../../../../test/harness/programs.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { getAccessTokens } from '../../sign-in/access-tokens/api.ts'
import { createOAuthClient, deleteOAuthClient, getOAuthClients } from './api.ts'
import { clear } from './due.ts'

test('a code works once, for its program, redirect URI, and verifier', async ({ society, ada }) => {
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

test("a refresh token works once, and can't extend the scopes", async ({ society, ada, ben }) => {
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

test('a token is invalid in other organizations', async ({ society, ada, server }) => {
  const flow = await program(society)
  const { json } = await redeeming(flow, await press(await signedIn(society, ada), flow.ask()))
  const there = 'http://elsewhere.loquat.test'
  const { foundOrganization } = await import('../../people/organization-settings/actions/found.ts')
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

test('redirects go only to registered URIs', async ({ society, ada, ben }) => {
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
  // errors reach the program only when the user continues
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

test('programs can register within limits if allowed', async ({ society, ada, ben, server }) => {
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
    ['https://app.example;script-src%20*/cb'],
    ['https://app.example,evil.example/cb'],
    ['https://app.example;/cb'],
    ['https:app.example,/cb'],
    ['com.example.app://a;b/cb'],
    ['com.example.app://a,b/cb'],
    ['weaver://callback'],
    ['blob.:x'],
    ['ms-settings:x'],
    ['view-source:https://app.example/'],
    ['com.example.app'],
    ['http://localhost.app.example/cb'],
    ['http://127.0.0.2/cb'],
    ['https://app.example/#x'],
    [`https://app.example/${'x'.repeat(1_000)}`],
    Array.from({ length: 11 }, (_one, index) => `https://app.example/${index}`),
  ])
    assert.deepEqual((await register({ redirect_uris })).json.error, 'invalid_redirect_uri', String(redirect_uris[0]))
  for (const uri of ['com.example.app:/cb', 'com.example.app://Cb', 'http://localhost:7/cb', 'http://[::1]:7/cb'])
    assert.equal((await register({ redirect_uris: [uri] })).status, 201, uri)
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
  await org.transact(null, (mutation) =>
    mutation.tx
      .insertInto('oauth_client')
      .values(
        Array.from({ length: 1_000 - has }, (_one, index) => ({
          ...{ org_id: org.id, client_id: `many ${index}`, name: 'x', redirect_uris: [callback] },
          ...{ made_known_by: 'itself', created_at: mutation.now },
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

test('registrations from one address are limited per hour', async () => {
  const server = await startServer({ rateLimits: 'on' })
  try {
    const { foundOrganization } = await import('../../people/organization-settings/actions/found.ts')
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
