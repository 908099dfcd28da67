import { afterEach, assert, type Person } from '#test'
import { fetchAs } from '../../../../test/harness/files.ts'
import { meetingClient } from '../../../../test/harness/meetings.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import * as api from './api.ts'
import { askedFor, connect, linkOn, log, pathOf, test } from './fixture.ts'

let restore = () => {}
afterEach(() => {
  restore()
  restore = () => {}
})

const flags = async (person: Person) => {
  const { initial } = await person.register('video_calls')
  const { has_meetingprovider_token, has_zoom_token, has_webex_token } = initial
  return [has_meetingprovider_token, has_zoom_token, has_webex_token]
}

test('a user connects in a browser and creates meetings, with events for every client', async ({
  ada,
  ben,
  browser,
  service,
}) => {
  const [watch, other] = [await ada.register(), await ben.register()]
  await ada.refused(api.createMeeting, {}, api.notConnected)
  await connect(ada, browser)
  assert.deepEqual(await watch.of('has_meetingprovider_token'), [{ type: 'has_meetingprovider_token', value: true }])
  assert.deepEqual(await watch.of('has_zoom_token'), [{ type: 'has_zoom_token', value: true }])
  assert.deepEqual(await other.of('has_meetingprovider_token'), [])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await flags(ada), [true, true, false])
  assert.deepEqual(await flags(ben), [false, false, false])
  const { url } = await ada.call(api.createMeeting)
  assert.match(url, /^https:\/\/meet\.example\.org\/\d+$/)
  const more = await ada.call(api.createZoomMeeting, { is_video_call: false })
  assert.notEqual(more.url, url)
  await ben.refused(api.createWebexMeeting, {}, api.notConnected)
  assert.equal(new Set(service.tokens.slice(-2)).size, 1)
  await ada.call(api.disconnectMeetingProvider)
  await watch.agreesWithFreshRegister()
  await ada.refused(api.createMeeting, {}, api.notConnected)
})

test('a browser with the API key is redirected at once', async ({ ada, browser, server }) => {
  const { headers, status } = await fetchAs(ada, '/calls/zoom/register')
  assert.equal(status, 302)
  const to = new URL(headers.location ?? '')
  assert.equal(to.searchParams.get('code_challenge_method'), 'S256')
  assert.equal(to.searchParams.get('scope'), 'meetings')
  assert.match(to.searchParams.get('redirect_uri') ?? '', /^http:\/\/org[\w-]+\.loquat\.test\/calls\/zoom\/complete$/)
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  assert.match(headers['set-cookie']?.[0] ?? '', /HttpOnly; SameSite=Lax/)
  const back = await browser.visit(to.href)
  const done = await fetchAs(ada, back, { cookie })
  assert.equal(done.status, 200)
  await ada.call(api.createMeeting)
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/calls/zoom/register`)).status, 401)
})

test("no one can be made to connect another user's account", async ({ ada, ben, browser, server, society }) => {
  const { url } = await ada.call(api.connectMeetingProvider)
  const page = (await browser.get(pathOf(url))).body.toString('utf8')
  assert.ok(page.includes(ada.email) && page.includes('Meetsy'))
  const back = await browser.visit(linkOn(page))
  // another browser, another state, no attempt, an expired link, or another user's
  const elsewhere = new Browser(server, society.org)
  assert.equal((await elsewhere.get(back)).status, 400)
  const changed = back.replace(/state=[^&]+/, 'state=x')
  assert.equal((await browser.get(changed)).status, 400)
  assert.equal((await browser.get(back)).status, 400, 'what was begun has ended')
  assert.equal((await browser.get(`${pathOf(url).slice(0, -3)}AAA`)).status, 400)
  assert.equal((await browser.get('/calls/meetingprovider/connect')).status, 400)
  server.clock.advance(601_000)
  restore = () => server.clock.release()
  assert.equal((await browser.get(pathOf(url))).status, 400)
  assert.deepEqual(await flags(ada), [false, false, false])
  assert.deepEqual(await flags(ben), [false, false, false])
})

test('a new API key ends a started attempt', async ({ ada, browser, server, society }) => {
  const { url } = await ada.call(api.connectMeetingProvider)
  const back = await browser.visit(linkOn((await browser.get(pathOf(url))).body.toString('utf8')))
  await ada.call(regenerateOwnApiKey)
  assert.equal((await browser.get(back)).status, 400)
  assert.equal((await new Browser(server, society.org).get(pathOf(url))).status, 400)
})

test('a code works once, and a refusal is reported', async ({ ada, ben, browser, service }) => {
  const back = await askedFor(ada, browser)
  const cookies = new Map(browser.cookies.get('own'))
  assert.equal((await browser.get(back)).status, 200)
  browser.cookies.set('own', cookies)
  assert.equal((await browser.get(back)).status, 400)
  service.refuses = true
  restore = () => {
    service.refuses = false
  }
  const fresh = new Browser(ben.server, ben.org)
  const refused = await fresh.get(await askedFor(ben, fresh))
  assert.equal(refused.status, 400)
  assert.match(refused.body.toString('utf8'), /Access was denied at Meetsy/)
  assert.deepEqual(await flags(ben), [false, false, false])
})

test('an expired token is refreshed once for concurrent meetings', async ({ ada, browser, service, server }) => {
  service.accessSecs = 60
  restore = () => {
    service.accessSecs = 3_600
    server.clock.release()
  }
  await connect(ada, browser)
  await ada.call(api.createMeeting)
  const before = service.tokens.at(-1)
  server.clock.advance(45_000)
  await Promise.all([1, 2, 3].map(() => ada.call(api.createMeeting)))
  const after = service.tokens.slice(-3)
  assert.equal(new Set(after).size, 1)
  assert.notEqual(after[0], before)
})

test('a token the service forgot is refreshed; otherwise the user connects again', async ({
  ada,
  browser,
  service,
}) => {
  await connect(ada, browser)
  const watch = await ada.register('has_meetingprovider_token', 'has_zoom_token', 'video_calls')
  await ada.call(api.createMeeting)
  service.revoked.add(service.tokens.at(-1) as string)
  await ada.call(api.createMeeting)
  assert.deepEqual(await watch.ops(), [])
  service.revoked.add(service.tokens.at(-1) as string)
  service.onToken = (_request, response) =>
    (response as { writeHead(status: number, headers: object): typeof response })
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'invalid_grant', error_description: meetingClient.secret }))
  restore = () => {
    service.onToken = undefined
  }
  const error = await ada.refused(api.createMeeting, {}, api.notConnected)
  assert.equal(error.code, 'INVALID_ZOOM_TOKEN')
  assert.deepEqual(await watch.ops(), ['has_meetingprovider_token', 'has_zoom_token'])
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await flags(ada), [false, false, false])
})

test('a failing, slow, or invalid service creates no meeting and keeps the connection', async ({
  ada,
  browser,
  service,
}) => {
  await connect(ada, browser)
  const json = (value: unknown) => (_token: string, _body: string, response: { end(text: string): unknown }) =>
    response.end(JSON.stringify(value))
  const bad: [string, NonNullable<typeof service.onMeeting>, RegExp][] = [
    ['fails', (_t, _b, response) => response.writeHead(500).end('s3cret'), /status 500/],
    ['refuses', (_t, _b, response) => response.writeHead(403).end('s3cret'), /status 403/],
    ['leads away', (_t, _b, response) => response.writeHead(302, { location: 'http://[::1]/' }).end(), /status 302/],
    ['is slow', () => {}, /did not answer within 3 seconds/],
    ['never ends', (_t, _b, response) => response.end(Buffer.alloc(300_000, 'x')), /longer than/],
    ['says nothing', (_t, _b, response) => response.end(), /holds no address/],
    ['says no JSON', (_t, _b, response) => response.end('<html>'), /holds no address/],
    ['says null', json(null), /holds no address/],
    ['says no link', json({ url: 7 }), /holds no address/],
    ['says a script', json({ url: 'javascript:alert(1)' }), /holds no address/],
    ['says a name', json({ url: 'https://me:pw@example.org/' }), /holds no address/],
    ['says too much', json({ url: `https://example.org/${'x'.repeat(3_000)}` }), /holds no address/],
  ]
  restore = () => {
    service.onMeeting = undefined
  }
  for (const [what, answer, reason] of bad) {
    service.onMeeting = answer
    const error = await ada.refused(api.createMeeting, {}, api.providerFailed)
    assert.match(error.message, reason, what)
    assert.ok(!error.message.includes('s3cret'))
  }
  assert.deepEqual(await flags(ada), [true, true, false])
  service.onMeeting = undefined
  await ada.call(api.createMeeting)
})

test('a failing, slow, or invalid token endpoint connects and disconnects no one', async ({
  ada,
  ben,
  browser,
  service,
  server,
}) => {
  await connect(ada, browser)
  restore = () => {
    service.onToken = undefined
    server.clock.release()
  }
  type End = { writeHead(status: number, headers?: object): End; end(text?: string): unknown }
  const answers: ((response: End) => unknown)[] = [
    (response) => response.writeHead(500).end(),
    (response) => response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
    (response) => response.writeHead(200).end('nothing'),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"token_type":"bearer"}'),
    () => undefined,
  ]
  for (const answer of answers) {
    service.onToken = (_request, response) => answer(response as unknown as End)
    const fresh = new Browser(ben.server, ben.org)
    const { status, body } = await fresh.get(await askedFor(ben, fresh))
    assert.equal(status, 502, body.toString('utf8'))
    assert.deepEqual(await flags(ben), [false, false, false])
  }
  server.clock.advance(2 * 3_600_000)
  await ada.refused(api.createMeeting, {}, api.providerFailed)
  assert.deepEqual(await flags(ada), [true, true, false])
})

test('tokens and secrets appear nowhere', async ({ ada, browser, service, server, society }) => {
  const watch = await ada.register()
  await connect(ada, browser)
  await ada.call(api.createMeeting)
  const token = service.tokens.at(-1) as string
  const { rows } = await server.runtime.db.read(async (tx) => ({
    rows: await tx.selectFrom('meeting_token').selectAll().where('org_id', '=', society.org.id).execute(),
  }))
  assert.equal(rows.length, 1)
  const events = await watch.drain()
  const logged = await server.runtime.db.read((tx) => tx.selectFrom('event_log').select('payload').execute())
  const seen = JSON.stringify([rows, events, watch.initial, logged, log])
  for (const secret of [token, meetingClient.secret]) assert.ok(!seen.includes(secret))
  assert.ok(!log.some((line) => line.includes('code=') || line.includes('ticket=')))
})

test('tokens sealed with another key count as missing', async ({ ada, browser, society }) => {
  await connect(ada, browser)
  const watch = await ada.register('has_meetingprovider_token', 'has_zoom_token', 'video_calls')
  await society.org.transact(null, ({ tx }) =>
    tx
      .updateTable('meeting_token')
      .set({ sealed: 'A'.repeat(80) })
      .execute(),
  )
  await ada.refused(api.createMeeting, {}, api.notConnected)
  await watch.agreesWithFreshRegister()
  assert.deepEqual(await flags(ada), [false, false, false])
})
