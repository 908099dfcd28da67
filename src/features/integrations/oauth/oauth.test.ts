import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { assert, startServer, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import {
  callback,
  fetchFrom,
  fieldsOf,
  Program,
  password,
  press,
  program,
  redeeming,
  signedIn,
  statusWith,
  urlOf,
  usual,
} from '../../../../test/harness/programs.ts'
import { getAuditLog } from '../../people/audit-log/api.ts'
import { getAccessTokens, revokeAccessToken } from '../../sign-in/access-tokens/api.ts'
import { getOAuthClients } from './api.ts'

test("the MCP SDK's client signs in by OAuth and renews its tokens", async ({ society, ada, server }) => {
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

test('below a path of a host, programs find the metadata there', async () => {
  const server = await startServer({ url: 'http://loquat.test/chat' })
  try {
    const ask: FetchLike = (url, init) => {
      const { pathname, search } = new URL(String(url))
      return fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, init)
    }
    const { foundOrganization } = await import('../../people/organization-settings/actions/found.ts')
    const owner = { full_name: 'Ada', email: 'ada@root.example', password }
    await foundOrganization(server.runtime, { name: 'Root', subdomain: '', owner })
    const { discoverOAuthServerInfo } = await import('@modelcontextprotocol/sdk/client/auth.js')
    const told = await ask('http://loquat.test/chat/mcp', { method: 'POST' })
    const [, resourceMetadataUrl = ''] =
      /resource_metadata="([^"]+)"/.exec(told.headers.get('www-authenticate') ?? '') ?? []
    // the proxy forwards only what is below the path
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

test('the consent page lets people grant less than requested', async ({ society, ada, ben }) => {
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

test('signing in leads back to the consent page', async ({ society, ada }) => {
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

test('a program is identified by its client metadata document', async ({ society, ada, server }) => {
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
