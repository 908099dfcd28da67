import { brotliDecompressSync } from 'node:zlib'
import { loadHelp } from '#platform/help'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { Browser } from '../../test/harness/oidc.ts'
import { colorSchemes } from '../features/people/user-settings/settings.ts'
import { pages } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

const get = async (url: string, headers: Record<string, string> = {}, from = server) => {
  const reply = await from.http.inject({ url, headers: { host: 'loquat.test', ...headers } })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, raw: reply.rawPayload }
}

test('every help page has its title, its neighbors, and the contents', async () => {
  const help = await loadHelp()
  const contents = await get('/help/')
  assert.equal(contents.status, 200)
  for (const [at, { name, title }] of help.pages.entries()) {
    assert.ok(contents.text.includes(`<a href="/help/${name}">${title}</a>`), name)
    const { status, text } = await get(`/help/${name}`)
    assert.equal(status, 200)
    assert.equal(text.match(/<h1>/g)?.length, 1)
    assert.ok(text.includes(`<title>${title.replaceAll("'", '&#39;')} · Loquat help</title>`), name)
    assert.ok(text.includes(`href="/help/${name}" aria-current="page"`))
    const [before, after] = [help.pages[at - 1], help.pages[at + 1]]
    assert.equal(text.includes('rel="prev"'), before !== undefined)
    if (after) assert.ok(text.includes(`rel="next" href="/help/${after.name}"`))
    // everything is loaded from this server, and its own file is the only script
    assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\/(?!example\.com)/)
    assert.equal(text.match(/<script/g)?.length, 1)
  }
  for (const path of ['/static/help.css', '/static/help.js']) assert.equal((await get(path)).status, 200)
  assert.equal((await get('/help')).headers.location, '/help/')
})

test('a help page is sent again only when it changes, compressed', async () => {
  const { headers, text } = await get('/help/topics')
  const etag = headers.etag as string
  assert.equal((await get('/help/topics', { 'if-none-match': `W/${etag}` })).status, 304)
  assert.equal((await get('/help/topics', { 'if-none-match': '"other"' })).status, 200)
  const smaller = await get('/help/topics', { 'accept-encoding': 'br' })
  assert.equal(smaller.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(smaller.raw).toString(), text)
  assert.match(headers['content-security-policy'] as string, /^default-src 'none'; script-src 'self';/)
  assert.match(headers['content-security-policy'] as string, /require-trusted-types-for 'script'/)
})

test("the help has the user's theme", async () => {
  const { org, owner } = await TestOrganization.found(server)
  const browser = new Browser(server, org)
  await browser.post('/accounts/login', { username: owner.email, password: 'correct horse battery' })
  const plain = await browser.get('/help/topics')
  await owner.send('PATCH', '/settings', { color_scheme: colorSchemes.dark })
  const dark = await browser.get('/help/topics', { 'if-none-match': plain.headers.etag as string })
  assert.match(String(dark.body), /<html data-theme="dark"/)
  assert.doesNotMatch(String(plain.body), /data-theme/)
})

test('search works without scripts and returns JSON to programs', async () => {
  const { status, text } = await get('/help/search?q=mute+a+topic')
  assert.equal(status, 200)
  assert.match(text, /<ol class="results"><li><a href="\/help\/topics#muting-and-following">/)
  assert.match(text, /<mark>topic<\/mark>/)
  const found = JSON.parse((await get('/help/search.json?q=mute%20topic')).text)
  assert.ok(found.length > 1 && found.length <= 8)
  assert.deepEqual([found[0].href, found[0].page], ['/help/topics#muting-and-following', 'Topics'])
  const odd = await get(`/help/search?q=${encodeURIComponent('<script>"&')}${'x'.repeat(5_000)}`)
  assert.equal(odd.status, 200)
  assert.ok(odd.text.includes('&lt;script&gt;&quot;&amp;'))
  assert.equal(odd.text.match(/<script/g)?.length, 1)
  for (const query of ['', '?q=', '?q=%', '?other=1']) assert.equal((await get(`/help/search${query}`)).status, 200)
  assert.match((await get('/help/search?q=qwxyz')).text, /No results\. Try fewer/)
})

test('an unknown help URL suggests pages', async () => {
  const { status, text } = await get('/help/format-your-message-using-markdown')
  assert.equal(status, 404)
  assert.match(text, /href="\/help\/formatting"/)
  for (const odd of ['/help/..%2fpackage.json', '/help/contents.json', '/help/__proto__'])
    assert.equal((await get(odd)).status, 404, odd)
})

test('with a base path, all help URLs have it', async () => {
  const below = await startServer({ url: 'http://loquat.test/team/chat' }, { pages })
  try {
    const { text } = await get('/help/topics', {}, below)
    assert.match(text, /<form role="search" action=/)
    for (const [, address = ''] of text.matchAll(/\s(?:href|src|action)="([^"#][^"]*)"/g))
      assert.match(address, /^\/team\/chat\//)
    const found = JSON.parse((await get('/help/search.json?q=topic', {}, below)).text)
    assert.match(found[0].href, /^\/team\/chat\/help\//)
    assert.equal((await get('/help', {}, below)).headers.location, '/team/chat/help/')
  } finally {
    await below.close()
  }
})

test('too many searches are rate-limited', async () => {
  const limited = await startServer({ rateLimits: 'on', addressRequestsPerMinute: '2' }, { pages })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await get('/help/search?q=a', {}, limited)).status)
    assert.deepEqual(statuses, [200, 200, 429])
    assert.equal((await get('/help/topics', {}, limited)).status, 200, 'pages are read all the same')
  } finally {
    await limited.close()
  }
})

test('the help index has every heading once', async () => {
  const index = JSON.parse((await get('/help/index.json')).text) as { page: string; anchor: string; title: string }[]
  assert.equal(new Set(index.map(({ page, anchor }) => `${page}#${anchor}`)).size, index.length)
  assert.ok(index.some(({ page, title }) => page === 'quiet-times' && title === 'Schedule'))
})
