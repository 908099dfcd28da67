import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { raw } from '../../../../../test/harness/files.ts'
import { pages } from '../../../../pages/index.ts'
import { deactivateOrganization, reactivateOrganization } from '../../../people/organization/actions.ts'
import { absence, get, open, place } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

test('spectators are rate limited by address', async () => {
  const limited = await startServer({ rateLimits: 'on', addressRequestsPerMinute: '5' }, { pages })
  try {
    const here = await place(limited)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await get(here, '/public/')).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    // the API counts toward the same limit
    assert.equal((await raw(limited, here.society.org, '/api/v1/register', { method: 'POST' })).status, 429)
  } finally {
    await limited.close()
  }
})

test("spectators can't reach anything that isn't web-public on pages or API", async () => {
  const here = await place(server)
  const { ada, ben, society } = here
  const square = await open(here)
  const gone = await open(here, 'XYZZY archived')
  const narrowed = await open(here, 'XYZZY narrowed')
  const kitchen = await makeChannel(society.org, 'XYZZY public', [ada, ben])
  const cellar = await makeChannel(society.org, 'XYZZY private', [ada, ben], { invite_only: true })
  const shown = await ben.sends('XYZZY as it was first', { channel: square, topic: 'weather' })
  await ben.send('PATCH', `/messages/${shown}`, { content: 'Rain' })
  const deleted = await ben.sends('XYZZY', { channel: square, topic: 'XYZZY deleted' })
  await ada.send('DELETE', `/messages/${deleted}`)
  const moved = await ben.sends('XYZZY', { channel: square, topic: 'XYZZY moved' })
  await ada.send('PATCH', `/messages/${moved}`, { stream_id: cellar, send_notification_to_old_thread: false })
  const closed = [deleted, moved]
  for (const channel of [gone, narrowed, kitchen, cellar])
    closed.push(await ben.sends('XYZZY', { channel, topic: 'XYZZY' }))
  closed.push(await ben.sends('XYZZY', ada))
  await ada.send('DELETE', `/streams/${gone}`)
  await ada.send('PATCH', `/streams/${narrowed}`, { is_web_public: false, is_private: true })

  const ofChannel = (id: number) => {
    const path = `/public/channel/${id}`
    return [path, `${path}-x`, `${path}/topics`, `${path}/topics?from=XYZZY`, `${path}/feed`, `${path}/topic/XYZZY`]
  }
  const absent = [
    ...[gone, narrowed, kitchen, cellar, 987_654].flatMap(ofChannel),
    ...[...closed, 987_654].flatMap((id) => [
      `/public/message/${id}`,
      `/public/channel/${square}/topic/weather?at=${id}`,
    ]),
    ...['deleted', 'moved'].map((name) => `/public/channel/${square}/topic/XYZZY%20${name}`),
  ]
  const nothing = absence(await get(here, '/public/nothing-of-this-name'.replace('nothing', 'message/0')))
  assert.equal(nothing[0], 404)
  for (const path of absent) assert.deepEqual(absence(await get(here, path)), nothing, path)

  const square_ = `/public/channel/${square}`
  const present = ['/robots.txt', '/public/', '/public/feed', '/public/sitemap.xml', '/public/sitemap/channels.xml']
  present.push(`/public/sitemap/${Math.floor(shown / 5_000)}.xml`, square_, `${square_}/topics`, `${square_}/feed`)
  present.push(`${square_}/topic/weather`, `${square_}/topic/weather?from=${shown}`)
  for (const path of present) {
    const { status, text } = await get(here, path)
    assert.equal(status, 200, path)
    for (const secret of ['XYZZY', ada.email, ben.email, `${society.subdomain}.example`])
      assert.ok(!text.includes(secret), `${path}: ${secret}`)
  }

  const narrow = (operator: string, operand: unknown) =>
    encodeURIComponent(
      JSON.stringify([
        { operator: 'channels', operand: 'web-public' },
        { operator, operand },
      ]),
    )
  const api = (text: string) =>
    raw(server, society.org, `/api/v1${text}`, { method: text.startsWith('/register') ? 'POST' : 'GET' })
  const range = 'anchor=newest&num_before=100&num_after=0'
  const asked = [
    '/register',
    '/users',
    `/messages?${range}&narrow=${narrow('search', 'XYZZY')}`,
    ...closed.flatMap((id) => [`/messages/${id}`, `/messages?${range}&narrow=${narrow('id', id)}`]),
    ...[gone, narrowed, kitchen, cellar].flatMap((id) => [
      `/users/me/${id}/topics`,
      `/messages?${range}&narrow=${narrow('channel', id)}`,
    ]),
    `/messages/${shown}/history`,
  ]
  const withoutQuery = (text: string) => text.replace(/search|XYZZY"?\]/g, '')
  for (const path of asked) {
    const { body } = await api(path)
    assert.ok(!withoutQuery(`${body}`).includes('XYZZY'), `${path}: ${body}`)
  }

  // the setting and a deactivated organization close everything
  const everything = [...present.slice(1), `/public/message/${shown}`]
  const isClosed = async () => {
    for (const path of everything) assert.deepEqual(absence(await get(here, path)), nothing, path)
    assert.equal((await get(here, '/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
    for (const path of ['/register', '/users', `/messages/${shown}`, `/users/me/${square}/topics`])
      assert.equal((await api(path)).status, 401, path)
  }
  await ada.send('PATCH', '/realm', { enable_spectator_access: false })
  await isClosed()
  await ada.send('PATCH', '/realm', { enable_spectator_access: true })
  assert.equal((await get(here, square_)).status, 200)
  await society.org.transact(null, (mutation) => deactivateOrganization(mutation))
  await isClosed()
  await society.org.transact(null, (mutation) => reactivateOrganization(mutation))
  assert.equal((await get(here, square_)).status, 200)
})

test('a server that forbids public access has no public pages and says so to robots', async () => {
  const off = await startServer({ webPublicChannels: 'off' }, { pages })
  try {
    const here = await place(off)
    assert.equal((await get(here, '/public/')).status, 404)
    assert.equal((await get(here, '/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
    const { status, text } = await get(here, '/robots.txt', {
      host: 'nowhere.loquat.test',
    })
    assert.deepEqual([status, text], [200, 'User-agent: *\nDisallow: /\n'])
  } finally {
    await off.close()
  }
})
