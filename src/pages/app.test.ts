import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { prune } from '../../scripts/build-web.mjs'
import { licensesOf, packagesIn } from '../../scripts/licenses.mjs'
import { raw } from '../../test/harness/files.ts'
import { Browser } from '../../test/harness/oidc.ts'
import { colorSchemes } from '../features/people/user-settings/settings.ts'
import { readShell } from './app.ts'
import { pages } from './index.ts'

const shell = '<!doctype html><html><script type="module" src="/app/main-abc.js"></script></html>'
const script = 'console.log("a build")\n'.repeat(200)
let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-client-'))
  const files = {
    'index.html': shell,
    'index.de.html': shell.replace('<html', '<html lang="de"'),
    'main-abc.js': script,
    'main-abc.js.br': brotliCompressSync(script),
    'main-abc.js.gz': gzipSync(script),
    'inter-def.woff2': 'a font',
    '.hidden.js': 'not yet whole',
    'licenses.txt': 'the terms of each part',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  server = await startServer({}, { pages: (app, runtime) => pages(app, runtime, { client: folder }) })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The organization's owner in a browser. */
async function signedIn(): Promise<Browser> {
  return (await ownerInBrowser()).browser
}

async function ownerInBrowser() {
  const { org, owner } = await TestOrganization.found(server)
  const browser = new Browser(server, org)
  await browser.post('/accounts/login', { username: owner.email, password: 'correct horse battery' })
  return { browser, owner }
}

test('the build ID changes with the origins that pages can connect to', async () => {
  const [before, after, later] = await Promise.all(
    [[], ['wss://livekit.loquat.test'], []].map((origins) => readShell(folder, '', origins)),
  )
  assert.ok(before && after)
  assert.notEqual(before.build, after.build)
  assert.equal(before.build, later?.build)
})

test('signed-in users get the client, others the sign-in page', async () => {
  const { org } = await TestOrganization.found(server)
  const stranger = await raw(server, org, '/')
  assert.deepEqual(
    [stranger.status, stranger.headers.location, stranger.headers['cache-control']],
    [302, '/accounts/login', 'no-store'],
  )
  const { browser, owner } = await ownerInBrowser()
  const page = await browser.get('/')
  const build = /data-build="([\w-]{22})"/.exec(String(page.body))?.[1]
  const session = /data-session="([\w-]{16})"/.exec(String(page.body))?.[1]
  const told = `<html data-build="${build}" data-account="${owner.id}" data-session="${session}">`
  assert.deepEqual([page.status, String(page.body)], [200, shell.replace('<html>', told)])
  const asked = await browser.get('/api/v1/server_settings', { 'x-loquat-web': '1' })
  assert.equal(asked.headers['x-loquat-build'], build, 'answers tell open pages which client there is')
  assert.equal((await browser.get('/api/v1/server_settings')).headers['x-loquat-build'], undefined)
  const { queueId } = await owner.register('message')
  const poll = `/api/v1/events?queue_id=${queueId}&last_event_id=-1&dont_block=true`
  const polled = await browser.get(poll, { 'x-loquat-web': '1' })
  assert.deepEqual([polled.status, polled.headers['x-loquat-build']], [200, build], 'a page that only polls too')
  assert.deepEqual([page.headers['cache-control'], page.headers.vary], ['no-cache, private', 'Cookie, Accept-Language'])
  await browser.post('/accounts/logout', {})
  assert.equal((await browser.get('/')).status, 302)
  const root = await server.http.inject({ url: '/', headers: { host: 'loquat.test' } })
  assert.match(root.body, /on this server/, 'without an organization there is nothing to sign in to')
})

test("the page has the user's theme", async () => {
  const { browser, owner } = await ownerInBrowser()
  const { headers } = await browser.get('/')
  for (const [color_scheme, theme] of [
    [colorSchemes.dark, 'dark'],
    [colorSchemes.light, 'light'],
  ] as const) {
    await owner.send('PATCH', '/settings', { color_scheme })
    const page = await browser.get('/', { 'if-none-match': headers.etag as string })
    assert.equal(page.status, 200, 'it is another page')
    assert.match(String(page.body), new RegExp(`^<[^>]+>\\s*<html[^>]* data-theme="${theme}"`))
  }
  await owner.send('PATCH', '/settings', { color_scheme: colorSchemes.automatic })
  assert.equal((await browser.get('/', { 'if-none-match': headers.etag as string })).status, 304)
})

test("the page has the user's language", async () => {
  const { browser, owner } = await ownerInBrowser()
  const { headers } = await browser.get('/')
  const known = { 'if-none-match': headers.etag as string, 'accept-language': 'de' }
  assert.equal((await browser.get('/', known)).status, 304, 'what somebody has chosen goes before the browser')
  for (const default_language of ['de', 'de-at']) {
    await owner.send('PATCH', '/settings', { default_language })
    const page = await browser.get('/', known)
    assert.equal(page.status, 200, 'it is another page')
    assert.match(String(page.body), /<html[^>]* lang="de"/)
  }
  // the client wasn't built in French
  await owner.send('PATCH', '/settings', { default_language: 'fr' })
  assert.equal((await browser.get('/', known)).status, 304)
})

test("the client's page is sent again only when it changes", async () => {
  const browser = await signedIn()
  const { headers } = await browser.get('/')
  const etag = headers.etag as string
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await browser.get('/', { 'if-none-match': known })
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag])
  }
  assert.equal((await browser.get('/', { 'if-none-match': '"other"' })).status, 200)
})

test("only this server's scripts run, and they can't insert unchecked HTML", async () => {
  const { headers } = await (await signedIn()).get('/')
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule): [string, string] => [rule.split(' ')[0] as string, rule.slice(rule.indexOf(' ') + 1)]),
  )
  assert.equal(policy.get('default-src'), "'none'")
  assert.equal(policy.get('script-src'), "'self'")
  assert.equal(policy.get('connect-src'), "'self'")
  assert.equal(policy.get('frame-ancestors'), "'none'")
  assert.equal(policy.get('base-uri'), "'none'")
  assert.equal(policy.get('require-trusted-types-for'), "'script'")
  assert.ok(![...policy.values()].some((rule) => /unsafe-eval|https?:|\*/.test(rule)))
  assert.ok(!policy.get('script-src')?.includes('unsafe'))
  assert.equal(headers['x-content-type-options'], 'nosniff')
})

test("the client's files are cached permanently and compressed", async () => {
  const get = (name: string, encoding?: string) =>
    server.http.inject({
      url: `/app/${name}`,
      headers: { host: 'loquat.test', ...(encoding ? { 'accept-encoding': encoding } : {}) },
    })
  const plain = await get('main-abc.js')
  assert.deepEqual([plain.statusCode, plain.body], [200, script])
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(plain.headers.vary, 'Accept-Encoding')
  const brotli = await get('main-abc.js', 'gzip, br')
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.deepEqual(brotli.rawPayload, brotliCompressSync(script))
  assert.equal((await get('main-abc.js', 'gzip, br;q=0')).headers['content-encoding'], 'gzip')
  const font = await get('inter-def.woff2', 'gzip, br')
  assert.deepEqual([font.headers['content-encoding'], font.headers['content-type']], [undefined, 'font/woff2'])
  for (const name of [
    ...[
      'nothing.js',
      'index.html',
      'index.de.html',
      'main-abc.js.br',
      '.hidden.js',
      '..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
    ],
  ])
    assert.equal((await get(name)).statusCode, 404, name)
})

test('a file that a later build deleted returns 404, which is not cached', async () => {
  const names = ['main-old.js', 'main-old.js.br']
  for (const name of names) await writeFile(join(folder, name), script)
  const running = await startServer({}, { pages: (app, runtime) => pages(app, runtime, { client: folder }) })
  try {
    for (const name of names) await rm(join(folder, name))
    for (const encoding of ['identity', 'br']) {
      const headers = { host: 'loquat.test', 'accept-encoding': encoding }
      const { statusCode, headers: told } = await running.http.inject({ url: '/app/main-old.js', headers })
      assert.deepEqual([statusCode, told['cache-control'], told['content-encoding']], [404, undefined, undefined])
    }
  } finally {
    await running.close()
  }
})

test('without a built client, the root says how to connect', async () => {
  const bare = await startServer(
    {},
    { pages: (app, runtime) => pages(app, runtime, { client: join(folder, 'nothing') }) },
  )
  try {
    const { org } = await TestOrganization.found(bare)
    const page = await raw(bare, org, '/')
    assert.equal(page.status, 200)
    assert.match(String(page.body), /Connect/)
    assert.doesNotMatch(String(page.body), /licenses/)
    for (const path of ['/app/main-abc.js', '/licenses.txt']) assert.equal((await raw(bare, org, path)).status, 404)
  } finally {
    await bare.close()
  }
})

test('files of earlier builds are deleted once no open page needs them', async () => {
  const built = await mkdtemp(join(tmpdir(), 'loquat-builds-'))
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)
  for (const [name, days] of [
    ['current.js', 30],
    ['last-week.js', 7],
    ['last-month.js', 30],
  ] as const) {
    await writeFile(join(built, name), '')
    await utimes(join(built, name), daysAgo(days), daysAgo(days))
  }
  await prune(built, new Set(['current.js']))
  assert.deepEqual((await readdir(built)).sort(), ['current.js', 'last-week.js'])
  await rm(built, { recursive: true })
})

test("the server's page links to the licenses of the client's dependencies", async () => {
  const { org } = await TestOrganization.found(server)
  assert.match(String((await raw(server, org, '/connect')).body), /<a href="\/licenses\.txt">/)
  const { status, headers, body } = await raw(server, org, '/licenses.txt')
  assert.deepEqual(
    [status, headers['content-type'], headers['cache-control'], String(body)],
    [200, 'text/plain; charset=utf-8', 'no-cache', 'the terms of each part'],
  )
})

test("a build lists every bundled package's license or fails", async () => {
  const root = await mkdtemp(join(tmpdir(), 'loquat-libraries-'))
  const modules = join(root, 'node_modules').replaceAll('\\', '/')
  const put = async (name: string, files: Record<string, string>, more: object = {}) => {
    await mkdir(join(modules, name), { recursive: true })
    const declaration = JSON.stringify({ name, version: '1.2.3', license: 'MIT', ...more })
    for (const [file, text] of Object.entries({ 'package.json': declaration, ...files }))
      await writeFile(join(modules, name, file), text)
  }
  await put('inner', { LICENSE: 'Terms of inner' })
  await put('@scope/font', { 'LICENSE.txt': 'Terms of font\n', 'LICENSE-OTHER': 'Or these', 'license-check.js': '' })
  await put('without', {})
  await put('readme', { 'README.md': '# A\n\n## License\n\nCopyright of one\n' })
  await put('named', {}, { license: 'MIT', author: 'Two <two@x.org>' })
  const script = (...moduleIds: string[]) => ({ type: 'chunk', moduleIds })
  const output = [
    script('/own/main.ts', `\0${modules}/inner/index.js?commonjs`, `${modules}/inner/more.js`),
    { type: 'asset', originalFileNames: ['../node_modules/@scope/font/files/a.woff2', 'own.svg'] },
  ]
  const found = packagesIn(output, join(root, 'web'))
  assert.deepEqual([...found].sort(), [`${modules}/@scope/font`, `${modules}/inner`])
  const text = await licensesOf(found, 'web client')
  assert.match(text, /\n@scope\/font 1\.2\.3, MIT\n=+\n\nOr these\n\nTerms of font\n\n\ninner 1/)
  assert.ok(text.endsWith('Terms of inner\n'))
  await assert.rejects(licensesOf([`${modules}/without`], 'server'), /without comes without/)
  const server = await licensesOf([`${modules}/readme`, `${modules}/named`], 'server')
  assert.match(server, /^Loquat's server contains/)
  assert.match(server, /Copyright \(c\) Two <two@x\.org>\n\nPermission is hereby granted[\s\S]*\n\nCopyright of one\n$/)
  await rm(root, { recursive: true })
})
