import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { pages } from '../../../../pages/index.ts'
import { get, idsIn, linksIn, open, place, relation } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

test('a long topic is paged with every message once, forward and back', async () => {
  const here = await place(server)
  const square = await open(here)
  const first = await here.ben.sends('Again', { channel: square, topic: 'long' })
  await multiply(here.ben, first, 119)
  const start = `/public/channel/${square}-square/topic/long`
  const way: string[] = []
  const seen: number[] = []
  for (let path: string | undefined = start; path !== undefined; ) {
    const { status, text } = await get(here, path)
    assert.equal(status, 200)
    assert.equal(relation(text, 'canonical'), here.site + path)
    seen.push(...idsIn(text))
    way.push(path)
    path = relation(text, 'next')
  }
  assert.equal(way.length, 3)
  assert.equal(new Set(seen).size, 120)
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  const back: string[] = []
  for (let path = way.at(-1); path !== undefined; path = relation((await get(here, path)).text, 'prev'))
    back.unshift(path)
  assert.deepEqual(back, way)
  const newest = linksIn((await get(here, start)).text).find((address) => address.includes('?at='))
  assert.deepEqual(idsIn((await get(here, newest as string)).text), seen.slice(-50))
  // deleting the message a page begins with doesn't change the URL
  await here.ada.send('DELETE', `/messages/${seen[50]}`)
  assert.deepEqual(idsIn((await get(here, way[1] as string)).text), seen.slice(51, 101))
  for (const odd of ['?from=0', '?from=x', '?at=', `?from=${seen.at(-1) as number}9`, `?at=${seen[50]}`])
    assert.equal((await get(here, start + odd)).status, 404, odd)
})

test("a message link leads to its current place and isn't indexed", async () => {
  const here = await place(server)
  const square = await open(here)
  const id = await here.ben.sends('Look', { channel: square, topic: 'here' })
  const before = await get(here, `/public/message/${id}`)
  const path = `/public/channel/${square}-square/topic/here?at=${id}#message-${id}`
  assert.deepEqual([before.status, before.headers.location], [302, path])
  const { text, headers } = await get(here, path.replace(/#.*/, ''))
  assert.deepEqual(idsIn(text), [id])
  assert.match(text, /<meta name="robots" content="noindex">/)
  assert.equal(headers['x-robots-tag'], 'noindex')
  await here.ben.send('PATCH', `/messages/${id}`, { topic: 'there' })
  assert.match(String((await get(here, `/public/message/${id}`)).headers.location), /\/topic\/there\?at=/)
  assert.equal((await get(here, `/public/channel/${square}-square/topic/here`)).status, 404)
})

test('every valid topic name has its own URL', async () => {
  const here = await place(server)
  const square = await open(here)
  const names = [
    'a/b',
    '..',
    '.',
    '100%',
    '%2F',
    '.2F',
    'v1.20',
    '?x=#y',
    'ümlaut 字',
    "it's <b>",
    '✔ done',
    '',
    '+ +',
    'a\\b',
  ]
  const ids = new Map<string, number>()
  for (const name of names) ids.set(name, await here.ben.sends('Hi', { channel: square, topic: name }))
  const lists = [`/public/channel/${square}-square`, `/public/channel/${square}-square/topics`]
  for (const list of lists) {
    const addresses = linksIn((await get(here, list)).text).filter((address) => address.includes('/topic/'))
    assert.equal(new Set(addresses).size, names.length)
    const found: number[] = []
    for (const address of addresses) found.push(...idsIn((await get(here, address.replaceAll('&#39;', "'"))).text))
    assert.deepEqual(
      found.toSorted((a, b) => a - b),
      [...ids.values()],
    )
  }
})

test('all topics are listed by name, paged forward and back', async () => {
  const here = await place(server)
  const square = await open(here)
  const first = await here.ben.sends('Hi', { channel: square, topic: 'topic 000' })
  await multiply(here.ben, first, 229)
  await server.runtime.db.transaction(async (tx) => {
    const rows = await tx.selectFrom('message').select(['id']).where('topic', '=', 'topic 000').orderBy('id').execute()
    for (const [at, { id }] of rows.entries())
      await tx
        .updateTable('message')
        .set({ topic: `topic ${`${at}`.padStart(3, '0')}` })
        .where('id', '=', id)
        .execute()
  })
  const topicsIn = (text: string) => [...text.matchAll(/>(topic \d{3})<\/a>/g)].map(([, name]) => name as string)
  const start = `/public/channel/${square}-square/topics`
  const way: string[] = []
  const seen: string[] = []
  for (let path: string | undefined = start; path !== undefined; ) {
    const { text } = await get(here, path)
    assert.equal(relation(text, 'canonical'), here.site + path)
    seen.push(...topicsIn(text))
    way.push(path)
    path = relation(text, 'next')
  }
  assert.equal(seen.length, 230)
  assert.deepEqual(seen, seen.toSorted())
  const back: string[] = []
  for (let path = way.at(-1); path !== undefined; path = relation((await get(here, path)).text, 'prev'))
    back.unshift(path)
  assert.deepEqual(back, way)
  const newest = topicsIn((await get(here, `/public/channel/${square}-square`)).text)
  assert.deepEqual(newest, seen.toReversed().slice(0, 100))
  const { text } = await get(here, start)
  assert.match(text, /content="noindex"/)
})
