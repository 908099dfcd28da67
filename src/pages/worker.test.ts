import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createHttp } from '#platform/http'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { raw, sendFiles } from '../../test/harness/files.ts'
import { pages } from './index.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-client-'))
  const files = {
    'index.html': '<!doctype html><html><script type="module" src="/app/main-abc.js"></script></html>',
    'main-abc.js': 'first()',
    'later-def.js': 'later()',
    'service-worker.js': 'work()',
    'index.de.html': '<!doctype html><html><script type="module" src="/app/main-de.js"></script></html>',
    'service-worker.de.js': 'arbeite()',
    'files.json': JSON.stringify({ en: ['later-def.js', 'main-abc.js'], de: ['later-de.js', 'main-de.js'] }),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  server = await startServer({}, { pages: (app, runtime) => pages(app, runtime, { client: folder }) })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** The server's data for the worker, and the rest of the program. */
function parts(program: string) {
  const [told = '', ...rest] = program.split(';\n')
  return { told: JSON.parse(told.replace('self.loquat=', '')), rest: rest.join(';\n') }
}

test("the service worker lists its build's files and is revalidated", async () => {
  const { org } = await TestOrganization.found(server)
  const { status, headers, body } = await raw(server, org, '/service-worker.js')
  const { told, rest } = parts(String(body))
  assert.deepEqual([status, rest], [200, 'work()'])
  assert.match(told.build, /^[\w-]{22}$/)
  assert.deepEqual([told.first, told.later], [['main-abc.js'], ['later-def.js']])
  assert.equal(headers['cache-control'], 'no-cache')
  const known = { 'if-none-match': headers.etag as string }
  const again = await raw(server, org, '/service-worker.js', { headers: known })
  assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, headers.etag])
  const inGerman = { ...known, 'accept-language': 'de' }
  assert.equal((await raw(server, org, '/service-worker.js', { headers: inGerman })).status, 200)
  assert.match(String(headers['content-type']), /^text\/javascript/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'; connect-src 'self'/)
  for (const name of ['service-worker.js', 'service-worker.de.js'])
    assert.equal((await raw(server, org, `/app/${name}`)).status, 404, 'it is not kept for good')
  const german = parts(
    String((await raw(server, org, '/service-worker.js', { headers: { 'accept-language': 'de' } })).body),
  )
  assert.deepEqual([german.rest, german.told.build], ['arbeite()', told.build], 'all languages are one build')
  assert.deepEqual([german.told.first, german.told.later], [['main-de.js'], ['later-de.js']])
  assert.equal((await raw(server, org, '/app/files.json')).status, 404)
})

test('without a built client, browsers get a service worker that unregisters', async () => {
  const off = await startServer(
    { serviceWorker: 'off' },
    { pages: (app, runtime) => pages(app, runtime, { client: folder }) },
  )
  const bare = await createHttp({
    runtime: server.runtime,
    pages: (app, runtime) => pages(app, runtime, { client: join(folder, 'nothing') }),
  })
  try {
    for (const one of [off.http, bare]) {
      const { statusCode, headers, body } = await one.inject({
        url: '/service-worker.js',
        headers: { host: 'loquat.test' },
      })
      assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-cache'])
      assert.match(body, /registration\.unregister\(\)/)
      assert.ok(!body.includes('work()'))
    }
  } finally {
    await bare.close()
    await off.close()
  }
})

test('content shared without a service worker must be shared again', async () => {
  const { subdomain } = await TestOrganization.found(server)
  const answer = await server.http.inject({
    method: 'POST',
    url: '/share',
    headers: { host: `${subdomain}.loquat.test`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n',
  })
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/#share-again'])
})

test('each organization has a manifest with its name and icons', async () => {
  const one = await TestOrganization.found(server)
  const other = await TestOrganization.found(server)
  await one.owner.send('PATCH', '/realm', { name: 'Gardens', description: 'Where things grow' })
  const blue = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#05a' } })
    .png()
    .toBuffer()
  await sendFiles(one.owner, '/realm/icon', [{ filename: 'a.png', content: blue }])
  const read = async ({ org }: TestOrganization) => {
    const { status, headers, body } = await raw(server, org, '/manifest.webmanifest')
    assert.deepEqual([status, headers['cache-control']], [200, 'no-cache'])
    assert.match(String(headers['content-type']), /^application\/manifest\+json/)
    return JSON.parse(String(body))
  }
  const [own, theirs] = [await read(one), await read(other)]
  assert.deepEqual(
    [own.name, own.description, own.id, own.start_url, own.scope],
    ['Gardens', 'Where things grow', '/', './', './'],
  )
  assert.notEqual(theirs.name, own.name)
  assert.notEqual(theirs.icons[0].src, own.icons[0].src)
  for (const { src, sizes, purpose } of own.icons) {
    const { status, headers, body } = await raw(server, one.org, `/${src}`)
    assert.deepEqual([status, headers['content-type']], [200, 'image/png'], src)
    const { data, info } = await sharp(body as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.equal(`${info.width}x${info.height}`, sizes)
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
    const middle = at(info.width / 2, info.height / 2)
    assert.deepEqual(middle, [0, 0x55, 0xaa], 'the icon itself')
    const edge = at(2, 2)
    assert.deepEqual(edge, purpose === 'maskable' ? [0xfb, 0xfa, 0xf8] : [0, 0x55, 0xaa], purpose)
  }
  for (const path of ['any-13.png', 'any-192', '../icon.png', 'constructor.png'])
    assert.equal((await raw(server, one.org, `/app-icons/${path}`)).status, 404, path)
  assert.equal(
    (await server.http.inject({ url: '/manifest.webmanifest', headers: { host: 'loquat.test' } })).statusCode,
    404,
  )
})
