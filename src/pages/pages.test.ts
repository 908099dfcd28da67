import { codeToNames, EXTRA_EMOJI, unicodeOfCode } from '#platform/emoji'
import { renderMarkdown } from '#platform/markdown'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { deactivateOrganization } from '../features/people/organization/actions.ts'
import { maxListed, pages } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

const get = async (path: string, headers: Record<string, string> = {}, of = server) => {
  const reply = await of.http.inject({ url: path, headers: { host: 'loquat.test', ...headers } })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}

test('a server without an organization says how to create one', async () => {
  const empty = await startServer({}, { pages })
  try {
    assert.match((await get('/', {}, empty)).text, /No organizations yet(?:.|\n)*bin\/loquat org create/)
  } finally {
    await empty.close()
  }
})

test("the server's page describes the server and escapes names", async () => {
  const { org, subdomain } = await TestOrganization.found(server)
  await server.runtime.db.transaction((tx) =>
    tx.updateTable('organization').set({ name: '<b>"Analytical" & \'Co\'' }).where('id', '=', org.id).execute(),
  )
  const { status, headers, text } = await get('/')
  assert.equal(status, 200)
  assert.match(text, /&lt;b&gt;&quot;Analytical&quot; &amp; &#39;Co&#39;/)
  assert.doesNotMatch(text, /<b>|<script|style=|\son\w+=/)
  assert.match(text, new RegExp(`<a href="http://${subdomain}.loquat.test">`))
  assert.match(text, /<a href="\/docs\/">/)
  assert.match(headers['content-security-policy'] as string, /default-src 'none'/)
})

test("an organization's page shows how to connect to it", async () => {
  const { subdomain } = await TestOrganization.found(server)
  const { text } = await get('/connect', { host: `${subdomain}.loquat.test` })
  assert.match(text, /<h1>Analytical Engine Society<\/h1>/)
  assert.match(text, new RegExp(`site=http://${subdomain}.loquat.test</code>`))
})

test('the sign-in address of other servers leads to the sign-in page', async () => {
  for (const path of ['/login', '/login/']) {
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.location], [302, '/accounts/login'])
  }
})

test("deactivated organizations aren't named, even at their own URL", async () => {
  const { org, subdomain } = await TestOrganization.found(server)
  const named = async () => (await get('/connect', { host: `${subdomain}.loquat.test` })).text
  assert.match(await named(), /<h1>Analytical Engine Society<\/h1>/)
  await org.transact(null, deactivateOrganization)
  assert.match(await named(), /<h1>Loquat<\/h1>/)
})

test("the server's page lists fifty organizations and says if there are more", async () => {
  const { subdomain } = await TestOrganization.found(server)
  const links = (text: string) => text.match(/<li><a href=/g)?.length
  const before = (await get('/')).text
  assert.doesNotMatch(before, /Only some are listed/)
  const others = Array.from({ length: maxListed }, (_, each) => ({ subdomain: `zz${each}`, name: `Zzz ${each}` }))
  await server.runtime.db.transaction((tx) => tx.insertInto('organization').values(others).execute())
  const { text } = await get('/')
  assert.equal(links(text), maxListed)
  assert.match(text, /Only some are listed/)
  // the page of an organization names only that organization
  const own = await get('/connect', { host: `${subdomain}.loquat.test` })
  assert.match(own.text, new RegExp(`site=http://${subdomain}.loquat.test</code>`))
  await server.runtime.db.transaction((tx) => tx.deleteFrom('organization').where('name', 'like', 'Zzz %').execute())
})

test('the API reference loads only from this server', async () => {
  const { status, headers, text } = await get('/docs/')
  assert.equal(status, 200)
  assert.doesNotMatch(text, /https?:\/\//)
  assert.match(headers['content-security-policy'] as string, /script-src 'self';/)
  const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string)
  assert.ok(parts.length >= 4)
  for (const path of parts) assert.equal((await get(path)).status, 200, path)
  assert.equal((await get('/docs/library/swagger-ui.js')).status, 404)
  assert.equal((await get('/docs/library/..%2f..%2fpackage.json')).status, 404)
})

test('the OpenAPI document is sent again only when it changes', async () => {
  const { status, headers, text } = await get('/api/v1/openapi.json')
  assert.equal(status, 200)
  const document = JSON.parse(text)
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.paths['/users/me'].get.operationId, 'get-own-user')
  assert.ok(document.paths['/register'].post.responses['200'].content['application/json'].schema.properties.realm_users)
  for (const known of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`])
    assert.equal((await get('/api/v1/openapi.json', { 'if-none-match': known })).status, 304)
})

test('the server reports its health and has a default icon', async () => {
  assert.equal((await get('/health')).text, '{"status":"ok"}')
  const icon = await get('/static/icon.png')
  assert.equal(icon.headers['content-type'], 'image/png')
  assert.equal((await get('/nothing')).status, 404)
})

test('every built-in emoji is a character or an image of this server', async () => {
  assert.ok(Object.keys(codeToNames).every((code) => unicodeOfCode(code) !== ''))
  for (const name of EXTRA_EMOJI) {
    const { html } = renderMarkdown(`:${name}:`, { realmUrl: 'http://loquat.test' })
    const [, address = ''] = /<img alt=":\w+:" class="emoji" src="([^"]+)"/.exec(html) ?? []
    const { status, headers } = await get(address)
    assert.deepEqual([status, headers['content-type']], [200, 'image/png'], name)
  }
})

test("a placeholder is served for images that aren't ready", async () => {
  const uploadedFile = () => ({ content_type: 'image/png', thumbnail_url: null })
  const { html } = renderMarkdown('[c](/user_uploads/2/ab/c.png)', { realmUrl: 'http://loquat.test', uploadedFile })
  const { status, headers } = await get(/<img [^>]*src="([^"]+)"/.exec(html)?.[1] ?? '')
  assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
})
