import { Parser } from 'htmlparser2'
import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { pages } from '../../../../pages/index.ts'
import { get, linksIn, open, place, relation } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

/** The texts of an XML document's elements; throws unless it's well formed. */
function elements(xml: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = []
  const stack: number[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => void stack.push(found.push({ name, attributes, text: '' }) - 1),
      ontext: (text) => {
        const at = found[stack.at(-1) ?? -1]
        if (at) at.text += text
      },
      onclosetag: (name, implied) => {
        assert.equal(found[stack.pop() ?? -1]?.name, name)
        assert.ok(!implied || /\/>/.test(xml))
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  assert.equal(stack.length, 0)
  return found
}
const textsOf = (xml: string, name: string) => elements(xml).flatMap((one) => (one.name === name ? [one.text] : []))

test('feeds have the newest messages of one or all channels and are well formed', async () => {
  const here = await place(server)
  const square = await open(here)
  const garden = await open(here, 'garden')
  const first = await here.ben.sends(`Hello <i> **x** #**garden** \u2028`, { channel: square, topic: 'a & b' })
  await here.ada.sends('Red', { channel: garden, topic: 'roses' })
  const all = await get(here, '/public/feed')
  assert.equal(all.headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.equal(all.headers['x-robots-tag'], 'noindex')
  assert.deepEqual(textsOf(all.text, 'title'), ['Analytical Engine Society', '# garden › roses', '# square › a & b'])
  const own = await get(here, `/public/channel/${square}-square/feed`)
  assert.deepEqual(textsOf(own.text, 'title'), ['# square · Analytical Engine Society', '# square › a & b'])
  const [content = ''] = textsOf(own.text, 'content')
  assert.ok(content.startsWith('<p>Hello &lt;i&gt; <strong>x</strong>'), content)
  assert.deepEqual(linksIn(content), [`${here.site}/public/channel/${garden}-garden`])
  const links = elements(own.text).flatMap((one) => (one.name === 'link' ? [one.attributes.href as string] : []))
  for (const address of links) {
    assert.ok(address.startsWith(`${here.site}/public/`), address)
    assert.ok([200, 302].includes((await get(here, address.slice(here.site.length))).status), address)
  }
  assert.deepEqual(textsOf(own.text, 'name'), ['Ben'])
  const [, id] = textsOf(own.text, 'id')
  await here.ben.send('PATCH', `/messages/${first}`, { topic: 'moved' })
  const moved = await get(here, `/public/channel/${square}-square/feed`)
  assert.ok(textsOf(moved.text, 'id').includes(id as string), 'whoever has read it has read it')
  await here.ada.send('DELETE', `/messages/${first}`)
  assert.doesNotMatch((await get(here, '/public/feed')).text, /Hello/)
})

test('the sitemap lists every channel and topic once', async () => {
  const here = await place(server)
  const square = await open(here)
  const garden = await open(here, 'garden')
  await here.ben.sends('Hi', { channel: square, topic: 'one' })
  await here.ben.sends('Hi', { channel: square, topic: 'two' })
  await here.ben.sends('Hi', { channel: square, topic: 'One' })
  await here.ben.sends('Hi', { channel: garden, topic: 'one' })
  const robots = await get(here, '/robots.txt')
  assert.match(robots.text, /^User-agent: \*\nAllow: \/public\/\n(?:.*\n)*Disallow: \/\n/)
  const [, map = ''] = /^Sitemap: (.*)$/m.exec(robots.text) ?? []
  assert.ok(map.startsWith(here.site))
  const pathOf = (address: string) => address.slice(here.site.length)
  const found: string[] = []
  for (const part of textsOf((await get(here, pathOf(map))).text, 'loc'))
    found.push(...textsOf((await get(here, pathOf(part))).text, 'loc').map(pathOf))
  const of = (id: number, name: string) => `/public/channel/${id}-${name}`
  assert.deepEqual(found.toSorted(), [
    '/public/',
    ...[of(square, 'square'), `${of(square, 'square')}/topic/One`, `${of(square, 'square')}/topic/two`],
    ...[of(garden, 'garden'), `${of(garden, 'garden')}/topic/one`],
  ])
  for (const path of found) {
    const { status, text } = await get(here, path)
    assert.deepEqual([status, relation(text, 'canonical')], [200, here.site + path])
  }
  for (const odd of ['/public/sitemap/x.xml', '/public/sitemap/1', '/public/sitemap/channels'])
    assert.equal((await get(here, odd)).status, 404, odd)
})
