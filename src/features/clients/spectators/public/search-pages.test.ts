import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { multiply } from '../../../../../test/harness/many-messages.ts'
import { pages } from '../../../../pages/index.ts'
import { get, idsIn, linksIn, open, type Place, place, relation } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

const search = (here: Place, words: string) => get(here, `/public/search?${new URLSearchParams({ words })}`)

test('messages can be searched without an account, with links to their places', async () => {
  const here = await place(server)
  const square = await open(here)
  const id = await here.ben.sends('Rain on the *teapot* <b>', { channel: square, topic: 'weather' })
  await here.ben.sends('Sun', { channel: square, topic: 'weather' })
  const { status, text, headers } = await search(here, 'teapot')
  assert.equal(status, 200)
  assert.deepEqual(idsIn(text), [id])
  assert.match(text, /<span class="highlight">teapot<\/span>/)
  assert.match(text, /&lt;b&gt;/)
  assert.ok(linksIn(text).includes(`/public/message/${id}`))
  assert.match(text, /# square › weather/)
  assert.match(text, /name="words"[^>]* value="teapot"/)
  assert.equal(headers['x-robots-tag'], 'noindex')
  for (const nothing of ['kettle', '"', '-', 'x'.repeat(200), `${'a '.repeat(90)}`, '"><script>']) {
    const answer = await search(here, nothing)
    assert.deepEqual([answer.status, idsIn(answer.text)], [200, []], nothing)
    assert.doesNotMatch(answer.text, /<script>/)
  }
  assert.equal((await get(here, '/public/search')).status, 200)
  for (const odd of ['?before=x&words=a', `?words=${'x'.repeat(201)}`])
    assert.equal((await get(here, `/public/search${odd}`)).status, 404, odd)
})

test('a search finds only web-public messages, and nothing with public access off', async () => {
  const here = await place(server)
  const { ada, ben } = here
  await open(here)
  for (const [name, fields] of [
    ['kitchen', {}],
    ['cellar', { invite_only: true }],
  ] as const)
    await ben.sends('XYZZY teapot', { channel: await makeChannel(ada.org, name, [ada, ben], fields), topic: 'XYZZY' })
  const gone = await open(here, 'gone')
  await ben.sends('teapot', { channel: gone, topic: 'x' })
  await ada.send('DELETE', `/streams/${gone}`)
  await ben.sends('teapot', ada)
  const { status, text } = await search(here, 'teapot')
  assert.deepEqual([status, idsIn(text)], [200, []])
  assert.doesNotMatch(text, /XYZZY|kitchen|cellar|gone/)
  await ada.send('PATCH', '/realm', { enable_spectator_access: false })
  assert.equal((await search(here, 'teapot')).status, 404)
})

test('many results are paged, each once, newest first', async () => {
  const here = await place(server)
  const square = await open(here)
  const first = await here.ben.sends('teapot', { channel: square, topic: 'busy' })
  await multiply(here.ben, first, 69)
  const seen: number[] = []
  let path: string | undefined = '/public/search?words=teapot'
  for (; path !== undefined; ) {
    const { text }: { text: string } = await get(here, path)
    seen.push(...idsIn(text))
    path = relation(text, 'next')?.replaceAll('&amp;', '&')
  }
  assert.equal(seen.length, 70)
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => b - a),
  )
})
