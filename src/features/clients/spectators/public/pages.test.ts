import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { raw, upload } from '../../../../../test/harness/files.ts'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { pages } from '../../../../pages/index.ts'
import { get, idsIn, linksIn, open, place, relation } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

test('a channel can be browsed from the list down to a message', async () => {
  const here = await place(server)
  const square = await open(here, 'the square')
  const first = await here.ben.sends('Rain at **last** <b>', { channel: square, topic: 'Weather & wind' })
  await here.ada.send('POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
  const all = await get(here, '/public/')
  assert.equal(all.status, 200)
  assert.match(all.text, /<title>Analytical Engine Society<\/title>/)
  const channelPath = `/public/channel/${square}-the-square`
  assert.ok(linksIn(all.text).includes(channelPath))
  const channel = await get(here, channelPath)
  assert.match(channel.text, /<title># the square · Analytical Engine Society<\/title>/)
  assert.equal(relation(channel.text, 'canonical'), here.site + channelPath)
  const topicPath = `${channelPath}/topic/Weather%20%26%20wind`
  assert.ok(linksIn(channel.text).includes(topicPath))
  const { text, headers } = await get(here, topicPath)
  assert.match(text, /<title>Weather &amp; wind · # the square · Analytical Engine Society<\/title>/)
  assert.match(text, /<meta name="description" content="Ben: Rain at last &lt;b&gt;">/)
  assert.match(text, /<meta property="og:image" content="https?:\/\/[^/"]+\/app-icons\/any-512\.png">/)
  assert.equal(relation(text, 'canonical'), here.site + topicPath)
  assert.match(text, /<p>Rain at <strong>last<\/strong> &lt;b&gt;<\/p>/)
  assert.match(text, /<strong>Ben<\/strong>/)
  assert.match(text, /<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">/)
  assert.match(text, /<li title=":tada:">🎉 1<\/li>/)
  assert.deepEqual(idsIn(text), [first])
  assert.doesNotMatch(text, /style=|\son\w+=|noindex|@/)
  const [main = ''] = /<main>.*<\/main>/s.exec(text) ?? []
  assert.doesNotMatch(main, /<script|data-/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';/)
  assert.match(policy, /require-trusted-types-for 'script'/)
  // with any old name, and in any case
  for (const other of [`/public/channel/${square}`, `/public/channel/${square}-old-name`]) {
    const again = await get(here, `${other}/topic/weather%20.26%20wind`)
    assert.equal(relation(again.text, 'canonical'), here.site + topicPath)
  }
  const entry = `/public/log-in?${new URLSearchParams({ next: `#narrow/channel/${square}-` })}`
  assert.ok(linksIn(text).some((address) => address.startsWith(entry)))
  const files = [...text.matchAll(/"(\/static\/[\w./]+)"/g)].map(([, path]) => path as string)
  assert.ok(files.includes('/static/public/main.js'))
  for (const file of files) assert.equal((await get(here, file)).status, 200, file)
})

test('a page makes as many queries for many messages and channels as for few', async () => {
  const here = await place(server)
  const square = await open(here)
  const first = await here.ben.sends('Hi', { channel: square, topic: 'busy' })
  const path = `/public/channel/${square}-square`
  const asked = ['/public/', path, `${path}/topics`, `${path}/topic/busy?from=${first}`, '/public/feed', `${path}/feed`]
  asked.push('/public/sitemap.xml', `/public/sitemap/${Math.floor(first / 5_000)}.xml`, '/robots.txt')
  const { db } = server.runtime
  const count = async () => {
    const counts: number[] = []
    for (const address of asked) {
      const before = db.statements
      assert.equal((await get(here, address)).status, 200, address)
      counts.push(db.statements - before)
    }
    return counts
  }
  await count()
  const few = await count()
  for (let n = 0; n < 5; n++)
    await here.ben.sends('Hi', { channel: await open(here, `more ${n}`), topic: `topic ${n}` })
  await multiply(here.ben, first, 300)
  await count()
  const many = await count()
  for (const [at, address] of asked.entries()) {
    assert.ok((many[at] as number) <= 10, `${address}: ${many[at]}`)
    // a long topic has a link to its end
    assert.ok((many[at] as number) <= (few[at] as number) + 1, `${address}: ${few[at]}, then ${many[at]}`)
  }
})

test('only files that a message links to are shown, and they link nowhere else', async () => {
  const here = await place(server)
  const square = await open(here)
  const cellar = await makeChannel(here.ada.org, 'cellar', [here.ada], { invite_only: true })
  const shared = await upload(here.ben, 'plan ü.txt', 'AAA')
  const closed = await upload(here.ada, 'secret.txt', 'BBB')
  await here.ada.sends(`[b](${closed.url})`, { channel: cellar, topic: 'x' })
  await here.ben.sends(`[plan](${shared.url}) and [other](${closed.url}) and https://example.com/a.png`, {
    channel: square,
    topic: 'files',
  })
  const { text } = await get(here, `/public/channel/${square}-square/topic/files`)
  const held = linksIn(text).filter((address) => address.startsWith('/user_uploads/'))
  assert.equal(held.length, 1)
  assert.equal((await get(here, held[0] as string)).text, 'AAA')
  assert.match(text, /<span>other<\/span>/)
  assert.doesNotMatch(text, /<img|<main>.*src=/s)
  assert.match(text, /<a href="https:\/\/example\.com\/a\.png" rel="noopener noreferrer nofollow">/)
})

test("spoilers open without scripts, and /me has the sender's name", async () => {
  const here = await place(server)
  const square = await open(here)
  await here.ben.sends('/me knows the end', { channel: square, topic: 'end' })
  await here.ben.sends('```spoiler The end\nEverybody *lives*\n```', { channel: square, topic: 'end' })
  const { text } = await get(here, `/public/channel/${square}-square/topic/end`)
  assert.match(text, /<p>knows the end<\/p>/)
  assert.match(
    text,
    /<details class="spoiler-block"><summary class="spoiler-header">\s*<p>The end<\/p>\s*<\/summary>\s*.*<em>lives<\/em>.*<\/details>/s,
  )
})

test('links in messages lead only to public pages', async () => {
  const here = await place(server)
  const square = await open(here)
  await makeChannel(here.ada.org, 'kitchen', [here.ada, here.ben])
  const id = await here.ben.sends('First', { channel: square, topic: 'one' })
  await here.ben.sends(`#**square>one** #**square>one@${id}** #**square** #**kitchen**`, {
    channel: square,
    topic: 'two',
  })
  const { text } = await get(here, `/public/channel/${square}-square/topic/two`)
  const [, article = ''] = /<article.*?<div class="text">(.*?)<\/article>/s.exec(text) ?? []
  assert.deepEqual(linksIn(article), [
    `/public/message/${id}`,
    `/public/message/${id}`,
    `/public/channel/${square}-square`,
  ])
})

test("unchanged pages aren't sent again, and caches expire soon", async () => {
  const here = await place(server)
  const square = await open(here)
  await here.ben.sends('Hi', { channel: square, topic: 'one' })
  const path = `/public/channel/${square}-square/topic/one`
  const { headers } = await get(here, path)
  assert.equal(headers['cache-control'], 'public, max-age=30')
  const again = await get(here, path, { 'if-none-match': `W/${headers.etag}` })
  assert.deepEqual([again.status, again.text], [304, ''])
  // the same page for signed-in users
  const signedIn = await get(here, path, { authorization: `Basic ${btoa(`${here.ben.email}:${here.ben.apiKey}`)}` })
  assert.equal(signedIn.headers.etag, headers.etag)
  await here.ben.sends('More', { channel: square, topic: 'one' })
  assert.equal((await get(here, path, { 'if-none-match': String(headers.etag) })).status, 200)
  assert.equal((await raw(server, here.society.org, path, { method: 'HEAD' })).status, 200)
  const smaller = await get(here, path, { 'accept-encoding': 'gzip' })
  assert.equal(smaller.headers['content-encoding'], 'gzip')
})

test('below a path, every URL includes it', async () => {
  const below = await startServer({ url: 'http://loquat.test/team/chat' }, { pages })
  try {
    const here = await place(below)
    const square = await open(here)
    await here.ben.sends(`#**square** ${(await upload(here.ben, 'a.txt', 'A')).url}`, { channel: square, topic: 'one' })
    const path = `/public/channel/${square}-square/topic/one`
    for (const address of ['/public/', path.replace(/\/topic.*/, ''), path]) {
      const { text } = await get(here, `/team/chat${address}`)
      for (const found of linksIn(text).filter((one) => !one.startsWith('#') && !one.startsWith('http')))
        assert.ok(found.startsWith('/team/chat/'), found)
      assert.equal(relation(text, 'canonical'), `${here.site}/team/chat${address}`)
    }
    assert.match((await get(here, '/team/chat/robots.txt')).text, /^Allow: \/team\/chat\/public\/$/m)
    assert.equal((await get(here, '/public')).headers.location, '/team/chat/public/')
  } finally {
    await below.close()
  }
})
