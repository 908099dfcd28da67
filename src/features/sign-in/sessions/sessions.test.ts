import { createHash } from 'node:crypto'
import { assert, test as base, type Person, startServer, TestOrganization, type TestServer } from '#test'
import type { Fetched } from '../../../../test/harness/files.ts'
import { Browser } from '../../../../test/harness/oidc.ts'
import { deactivateOrganization, reactivateOrganization } from '../../people/organization/actions.ts'
import { deactivateUser } from '../../people/users/api.ts'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'
import { keepUp, startSession } from './actions.ts'
import { endSession, endSessions, getSessions, noSuchSession } from './api.ts'
import { sessionsCache } from './cache.ts'

const log: string[] = []
const test = base.extend<{ server: TestServer; browser: Browser; other: Browser }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
    async ({}, use) => {
      const server = await startServer({ logLevel: 'debug' }, { log: { write: (line) => void log.push(line) } })
      await use(server)
      await server.close()
    },
    { scope: 'file' },
  ],
  browser: async ({ server, society }, use) => use(new Browser(server, society.org)),
  other: async ({ server, society }, use) => use(new Browser(server, society.org)),
})

const password = 'correct horse battery'
const own = { 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
const day = 86_400_000

const signIn = (browser: Browser, person: Person, more: Record<string, string> = {}): Promise<Fetched> =>
  browser.post('/accounts/login', { username: person.email, password, ...more })

const cookieIn = (browser: Browser): string | undefined => browser.cookies.get('own')?.get('session')

const keyOf = ({ email, apiKey }: Person): string => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`

const ask = (browser: Browser, path: string): Promise<Fetched> => browser.get(`/api/v1${path}`, own)
const isIn = async (browser: Browser): Promise<boolean> => (await ask(browser, '/users/me')).status === 200

const change = (browser: Browser, method: string, path: string, form: Record<string, string> = {}): Promise<Fetched> =>
  browser.post(`/api/v1${path}`, form, own, method)

test('signing in with a form sets a session cookie without scripts', async ({ ada, browser }) => {
  const { status, headers } = await signIn(browser, ada, { next: '#narrow/channel/1' })
  assert.deepEqual([status, headers.location], [302, '/#narrow/channel/1'])
  assert.equal(headers['cache-control'], 'no-store')
  const lines = headers['set-cookie'] ?? []
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /^session=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
  const me = await ask(browser, '/users/me')
  assert.deepEqual([me.status, me.json.user_id], [200, ada.id])
})

test('over TLS, the cookie is limited to this host and TLS', async () => {
  const server = await startServer({ url: 'https://loquat.test' })
  try {
    const { org, owner } = await TestOrganization.found(server)
    const browser = new Browser(server, org)
    const { headers } = await signIn(browser, owner)
    const line = headers['set-cookie']?.[1] ?? ''
    assert.match(line, /^__Host-session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    assert.ok(await isIn(browser))
    // a cookie that was set without TLS
    browser.cookies.get('own')?.set('session', /=([\w-]+)/.exec(line)?.[1] ?? '')
    browser.cookies.get('own')?.delete('__Host-session')
    assert.ok(!(await isIn(browser)))
  } finally {
    await server.close()
  }
})

test('cross-site requests are unauthenticated, whatever cookie they carry', async ({ ada, browser }) => {
  await signIn(browser, ada)
  const status = async (headers: Record<string, string>) => (await browser.get('/api/v1/users/me', headers)).status
  const origins = { none: {}, sameSite: { 'sec-fetch-site': 'same-site' }, cross: { 'sec-fetch-site': 'cross-site' } }
  for (const [name, from] of Object.entries(origins))
    assert.equal(await status(from), 401, `${name}, without the header`)
  assert.equal(await status({ 'sec-fetch-site': 'same-origin' }), 401, 'the header is what a form cannot send')
  assert.equal(await status({ ...own, 'sec-fetch-site': 'same-site' }), 401)
  assert.equal(await status({ ...own, 'sec-fetch-site': 'cross-site' }), 401)
  assert.equal(await status({ ...own, 'sec-fetch-site': 'none' }), 401)
  assert.equal(await status({ 'x-loquat-web': '2', 'sec-fetch-site': 'same-origin' }), 401)
  assert.equal(await status({ 'x-loquat-web': '1' }), 200, 'a browser that does not say from where')
  assert.equal(await status(own), 200)
  // the header needs a preflight, which this server never allows
  const asked = { origin: 'https://evil.example', 'access-control-request-headers': 'x-loquat-web' }
  const preflight = await browser.post('/api/v1/messages', {}, asked, 'OPTIONS')
  assert.ok(preflight.status >= 400)
  assert.equal(preflight.headers['access-control-allow-origin'], undefined)
})

test("signed-out browsers don't show a password prompt of their own", async ({ ada, browser, other }) => {
  const challenge = async (path: string, headers: Record<string, string>) =>
    (await other.get(path, headers)).headers['www-authenticate']
  assert.equal(await challenge('/api/v1/users/me', own), 'Session realm="loquat"')
  assert.equal(await challenge('/user_uploads/1/a/a.png', { 'sec-fetch-dest': 'image' }), 'Session realm="loquat"')
  assert.equal(await challenge('/api/v1/users/me', {}), 'Basic realm="loquat"')
  await signIn(browser, ada)
  assert.equal((await ask(browser, '/users/me')).headers['www-authenticate'], undefined)
})

test('forms of other sites change nothing and sign no one in or out', async ({ ada, browser, other }) => {
  await signIn(browser, ada)
  const sent = { to: `[${ada.id}]`, type: 'direct', content: 'not me' }
  assert.equal((await browser.post('/api/v1/messages', sent, { 'sec-fetch-site': 'cross-site' })).status, 401)
  const strangers: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://other.loquat.test' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const headers of strangers) {
    assert.equal((await browser.post('/accounts/logout', {}, headers)).status, 403)
    const form = { username: ada.email, password }
    const answer = await other.post('/accounts/login', form, headers)
    assert.deepEqual([answer.status, answer.headers['set-cookie']], [403, undefined])
  }
  assert.ok(await isIn(browser))
  assert.equal((await browser.post('/accounts/logout', {}, { 'sec-fetch-site': 'same-origin' })).status, 200)
})

test('pages and files accept the cookie only for reading', async ({ ada, browser, other }) => {
  await signIn(browser, ada)
  const path = '/user_uploads/1/a/a.png'
  assert.equal((await other.get(path)).status, 401)
  assert.notEqual((await browser.get(path)).status, 401)
  assert.equal((await browser.post('/api/v1/users/me/alert_words', { alert_words: '["a"]' })).status, 401)
})

test('a cookie set before sign-in is never adopted', async ({ ada, browser, other }) => {
  const planted = 'A'.repeat(43)
  browser.cookies.set('own', new Map([['session', planted]]))
  await signIn(browser, ada)
  assert.notEqual(cookieIn(browser), planted)
  other.cookies.set('own', new Map([['session', planted]]))
  assert.ok(!(await isIn(other)))
  // signing in again replaces the browser's session and ends the old one
  const first = cookieIn(browser) as string
  await signIn(browser, ada)
  assert.notEqual(cookieIn(browser), first)
  other.cookies.set('own', new Map([['session', first]]))
  assert.ok(!(await isIn(other)))
})

test('sessions are listed and kept up to date by events', async ({ ada, ben, browser, other }) => {
  const watch = await ada.register('session')
  const stranger = await ben.register('session')
  await signIn(browser, ada)
  await signIn(other, ada)
  const { sessions } = (await ask(browser, '/sessions')).json as { sessions: Record<string, unknown>[] }
  assert.deepEqual(
    sessions.map(({ is_current }) => is_current),
    [false, true],
  )
  assert.deepEqual(Object.keys(sessions[0] ?? {}).sort(), [
    ...['address', 'date_created', 'id', 'is_current', 'last_seen', 'user_agent'],
  ])
  assert.deepEqual(
    (await ada.call(getSessions)).sessions.map(({ is_current }) => is_current),
    [false, false],
  )
  const [second, first] = sessions.map(({ id }) => id as number) as [number, number]
  await ben.refused(endSession, { session_id: first }, noSuchSession)
  await ada.refused(endSession, { session_id: 999_999 }, noSuchSession)
  assert.equal((await change(browser, 'DELETE', `/sessions/${second}`)).status, 200)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
  await ada.refused(endSession, { session_id: second }, noSuchSession)
  assert.deepEqual(await watch.ops(), ['add', 'add', 'remove'])
  assert.deepEqual(await watch.of('session', 'remove'), [{ type: 'session', op: 'remove', session_id: second }])
  assert.deepEqual(await stranger.ops(), [])
})

test('users can sign out everywhere, or everywhere else', async ({ ada, ben, server, society, browser, other }) => {
  const third = new Browser(server, society.org)
  for (const one of [browser, other, third]) await signIn(one, ada)
  assert.deepEqual((await ben.call(endSessions)).count, 0)
  assert.equal((await change(browser, 'DELETE', '/sessions')).json.count, 2)
  assert.deepEqual([await isIn(browser), await isIn(other), await isIn(third)], [true, false, false])
  await signIn(other, ada)
  assert.equal((await change(browser, 'DELETE', '/sessions', { include_current: 'true' })).json.count, 2)
  assert.deepEqual([await isIn(browser), await isIn(other)], [false, false])
})

test('an ended session gets nothing more, not even by a waiting poll', async ({ ada, ben, browser }) => {
  await signIn(browser, ada)
  const { queue_id } = (await change(browser, 'POST', '/register', { event_types: '["message"]' })).json
  const poll = ask(browser, `/events?queue_id=${queue_id}&last_event_id=-1`)
  const queues = ada.org.queues
  while (queues.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await ada.call(endSessions, { include_current: true })
  await ben.sends('for ada alone', ada)
  const answer = await poll
  assert.equal(answer.status, 401)
  assert.ok(!answer.body.includes('for ada alone'))
  assert.equal((await ask(browser, `/events?queue_id=${queue_id}&last_event_id=-1&dont_block=true`)).status, 401)
  // undelivered events are still there for authorized callers
  const kept = await ada.send('GET', '/events', { queue_id: queue_id as string, last_event_id: -1, dont_block: true })
  assert.match(JSON.stringify(kept), /for ada alone/)
})

test('an ended session ends its event stream, which gets nothing more', async ({ ada, ben, browser }) => {
  await signIn(browser, ada)
  const { queue_id } = (await change(browser, 'POST', '/register', { event_types: '["message"]' })).json
  const stream = ask(browser, `/events/stream?queue_id=${queue_id}&last_event_id=-1`)
  const queues = ada.org.queues
  while (queues.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await ada.call(endSessions, { include_current: true })
  await ben.sends('for ada alone', ada)
  const { status, body } = await stream
  assert.deepEqual([status, body.toString()], [200, ': connected\n\n'])
  assert.equal((await ask(browser, `/events/stream?queue_id=${queue_id}&last_event_id=-1`)).status, 401)
})

test("a new password or key ends every session except the caller's", async ({ ada, ben, browser, other }) => {
  await signIn(browser, ada)
  await signIn(other, ada)
  const words = { old_password: password, new_password: 'a much better password' }
  assert.equal((await change(browser, 'PATCH', '/settings', { ...words, old_password: 'wrong' })).status, 400)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, true])
  assert.equal((await change(browser, 'PATCH', '/settings', words)).status, 200)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])

  // without a browser there's no session to keep, nor is another user's kept
  await ada.send('PATCH', '/settings', { old_password: words.new_password, new_password: password })
  assert.ok(!(await isIn(browser)))
  await signIn(browser, ada)
  await signIn(other, ada)
  const refused = await change(browser, 'POST', '/users/me/api_key/regenerate')
  assert.deepEqual([refused.status, refused.json.msg], [keyOutsideBrowsers.status, keyOutsideBrowsers.message])
  assert.ok(await isIn(browser))
  // as the web client does: with the key, and the cookie sent along
  const regenerate = (person: Person, within: Browser) =>
    within.post('/api/v1/users/me/api_key/regenerate', {}, { authorization: keyOf(person) })
  const { status, json } = await regenerate(ada, browser)
  assert.equal(status, 200)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
  assert.equal((await regenerate(ben, browser)).status, 200)
  assert.ok(await isIn(browser), 'the cookie of somebody else')
  await regenerate({ ...ada, apiKey: json.api_key } as Person, other)
  assert.ok(!(await isIn(browser)), 'a cookie that has ended')
})

test('deactivated people are signed out', async ({ ada, ben, other }) => {
  const token = await ben.org.transact(ben.id, (mutation) =>
    startSession(mutation, ben.id, { userAgent: '', address: '' }),
  )
  other.cookies.set('own', new Map([['session', token]]))
  assert.ok(await isIn(other))
  await ada.call(deactivateUser, { user_id: ben.id })
  assert.ok(!(await isIn(other)))
})

test('above the limit, the longest unused session ends', async ({ ada, server, society }) => {
  const start = new Date('2027-01-04T08:00:00Z').getTime()
  const tokens: string[] = []
  for (let n = 0; n < 50; n++) {
    server.clock.set(new Date(start + n * 1000))
    tokens.push(
      await ada.org.transact(ada.id, (mutation) => startSession(mutation, ada.id, { userAgent: '', address: '' })),
    )
  }
  const browser = new Browser(server, society.org)
  const holds = (n: number) => {
    browser.cookies.set('own', new Map([['session', tokens[n] as string]]))
    return isIn(browser)
  }
  assert.ok(await holds(0), 'the oldest one is used')
  tokens.push(
    await ada.org.transact(ada.id, (mutation) => startSession(mutation, ada.id, { userAgent: '', address: '' })),
  )
  assert.equal((await ada.call(getSessions)).sessions.length, 50)
  assert.deepEqual([await holds(0), await holds(1), await holds(2), await holds(50)], [true, false, true, true])
  server.clock.release()
})

test('a session ends after thirty days without use', async ({ ada, server, browser, other }) => {
  const begun = new Date('2027-02-01T08:00:00Z').getTime()
  server.clock.set(new Date(begun))
  await signIn(browser, ada)
  await signIn(other, ada)
  server.clock.set(new Date(begun + 20 * day))
  assert.ok(await isIn(browser))
  await keepUp(ada.org)
  const { sessions } = await ada.call(getSessions)
  assert.deepEqual(
    sessions.map(({ last_seen }) => last_seen),
    [begun / 1000, (begun + 20 * day) / 1000],
  )
  server.clock.set(new Date(begun + 31 * day))
  // expired, although the job hasn't run yet
  await isIn(other)
  await keepUp(ada.org)
  assert.deepEqual([await isIn(browser), await isIn(other)], [true, false])
  server.clock.release()
})

test('signing out asks first, works without scripts, and ends the session', async ({ ada, browser, other }) => {
  await signIn(browser, ada)
  const page = await browser.get('/accounts/logout')
  assert.match(page.body.toString(), /<form method="post"><button type="submit">Sign out/)
  assert.doesNotMatch(page.body.toString(), /<script/)
  assert.ok(await isIn(browser), 'looking at the page changes nothing')
  other.cookies.set('own', new Map([['session', cookieIn(browser) as string]]))
  const done = await browser.post('/accounts/logout', {})
  assert.match(String(done.headers['set-cookie']), /^session=; Path=\/; Max-Age=0/)
  assert.equal(cookieIn(browser), undefined)
  assert.ok(!(await isIn(other)), 'the cookie that somebody has copied is worth nothing')
  assert.equal((await browser.post('/accounts/logout', {})).status, 200)
})

test("neither the log nor the database has the cookie's value", async ({ ada, browser, server }) => {
  await signIn(browser, ada)
  const token = cookieIn(browser) as string
  await ask(browser, '/sessions')
  assert.match(log.join('\n'), /"path":"\/api\/v1\/sessions"/)
  const rows = await server.runtime.db.read((tx) => tx.selectFrom('session').selectAll().execute())
  const told = await server.runtime.db.read((tx) => tx.selectFrom('event_log').selectAll().execute())
  const hash = createHash('sha256').update(token).digest('hex')
  assert.ok(rows.some(({ token_hash }) => token_hash === hash))
  for (const text of [log.join('\n'), JSON.stringify(rows), JSON.stringify(told)]) assert.ok(!text.includes(token))
  assert.ok(!JSON.stringify(told).includes(hash) && !log.join('\n').includes(hash))
})

test('nothing sent to a browser has the API key', async ({ ada, browser }) => {
  const answers = [await signIn(browser, ada)]
  answers.push(await change(browser, 'POST', '/register', { include_subscribers: 'true' }))
  for (const path of ['/users/me', '/users', '/sessions', '/settings', '/bots', '/devices'])
    answers.push(await ask(browser, path))
  assert.equal(answers[1]?.status, 200)
  for (const { headers, body } of answers)
    assert.ok(!`${JSON.stringify(headers)}${body}`.includes(ada.apiKey), String(body).slice(0, 80))
})

test("organizations of one server don't share sessions", async ({ ada, browser, server }) => {
  await signIn(browser, ada)
  const elsewhere = new Browser(server, (await TestOrganization.found(server)).org)
  elsewhere.cookies.set('own', new Map([['session', cookieIn(browser) as string]]))
  assert.ok(!(await isIn(elsewhere)))
})

test('sessions survive a restart', async ({ ada, browser, server }) => {
  await signIn(browser, ada)
  const loaded = await server.runtime.db.read((tx) => sessionsCache.load(tx, ada.org.id))
  const hash = createHash('sha256')
    .update(cookieIn(browser) as string)
    .digest('hex')
  assert.equal(loaded.byHash(hash)?.userId, ada.id)
})

test('closing the organization suspends sessions, and reopening resumes them', async ({ ada, browser, society }) => {
  await signIn(browser, ada)
  assert.ok(await isIn(browser))
  await society.org.transact(ada.id, (mutation) => deactivateOrganization(mutation))
  assert.equal((await ask(browser, '/users/me')).status, 401)
  assert.equal((await change(browser, 'POST', '/register')).status, 401)
  await society.org.transact(null, (mutation) => reactivateOrganization(mutation))
  assert.ok(await isIn(browser))
})
