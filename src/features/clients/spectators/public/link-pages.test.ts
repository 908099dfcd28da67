import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { keyIn, MailServer } from '../../../../../test/harness/mail.ts'
import { pages } from '../../../../pages/index.ts'
import { get, open, type Place, place } from './fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { pages })
})
afterAll(() => server.close())

const follow = async (here: Place, hash: string) =>
  String((await get(here, `/public/link?${new URLSearchParams({ to: hash })}`)).headers.location)

test('a link of the web client leads to the public page in any format', async () => {
  const here = await place(server)
  const square = await open(here, 'the square')
  const id = await here.ben.sends('Hi', { channel: square, topic: 'v1.2 plan' })
  const channel = `/public/channel/${square}-the-square`
  const topic = `${channel}/topic/v1.2E2%20plan`
  const message = `${topic}?at=${id}#message-${id}`
  const expected: Record<string, string> = {
    [`#narrow/channel/${square}-the-square`]: channel,
    [`#narrow/channel/${square}`]: channel,
    [`#narrow/stream/${square}-old-name`]: channel,
    '#narrow/stream/the.20square': channel,
    '#narrow/stream/The-Square': channel,
    [`#topics/channel/${square}-the-square`]: channel,
    [`#narrow/channel/${square}-x/topic/v1.2E2.20plan`]: topic,
    [`#narrow/stream/${square}-x/subject/V1.2E2.20PLAN`]: topic,
    [`#narrow/channel/${square}-x/topic/v1.2E2.20plan/near/${id}`]: message,
    [`#narrow/channel/${square}-x/topic/v1.2E2.20plan/with/${id}`]: message,
    [`#narrow/channel/${square}-x/topic/never.20was`]: channel,
    [`#narrow/channel/${square}-x/topic/${'x'.repeat(300)}`]: channel,
    [`#narrow/channel/${square}-x/topic/v1.2E2.20plan/near/987654`]: topic,
  }
  for (const [hash, path] of Object.entries(expected)) assert.equal(await follow(here, hash), path, hash)
  await here.ben.send('PATCH', `/messages/${id}`, { topic: 'moved' })
  const moved = `${channel}/topic/moved?at=${id}#message-${id}`
  assert.equal(await follow(here, `#narrow/channel/${square}-x/topic/v1.2E2.20plan/near/${id}`), moved)
})

test('other links lead to the sign-in page, which opens them afterwards', async () => {
  const here = await place(server)
  const square = await open(here)
  const kitchen = await makeChannel(here.ada.org, 'kitchen', [here.ada, here.ben])
  const secret = await here.ben.sends('Hi', { channel: kitchen, topic: 'soup' })
  const hashes = [
    ...[`#narrow/channel/${kitchen}-kitchen`, '#narrow/stream/kitchen', '#narrow/channel/987654-kitchen'],
    ...[
      `#narrow/channel/${kitchen}-kitchen/topic/soup`,
      `#narrow/channel/${kitchen}-kitchen/topic/soup/near/${secret}`,
    ],
    ...['#inbox', '#narrow/dm/7-ben', '#narrow/is/starred', `#narrow/channel/${square}-x/is/unread`, '#narrow'],
    '#narrow/channel/.FF',
  ]
  for (const hash of hashes) {
    const to = await follow(here, hash)
    assert.equal(to, `/accounts/login?${new URLSearchParams({ next: hash })}`, hash)
    assert.match((await get(here, to)).text, /type="hidden" name="next"/)
  }
  // the page also has a link to read without an account
  const offered = async (hash: string) => {
    const { text } = await get(here, `/accounts/login?${new URLSearchParams({ next: hash })}`)
    const [, to = ''] = /href="(\/public\/[^"]*)">Read without/.exec(text) ?? []
    return String((await get(here, to.replaceAll('&amp;', '&'))).headers.location)
  }
  assert.equal(await offered(`#narrow/channel/${square}-x`), `/public/channel/${square}-square`)
  assert.equal(await offered(`#narrow/channel/${kitchen}-kitchen`), '/public/')
  for (const odd of ['', 'x', '//evil.example', '#"><script>'])
    assert.equal(await follow(here, odd), '/accounts/login', odd)
})

test('from the root, links are resolved for signed-out users if anything is public', async () => {
  const here = await place(server)
  const wayFrom = async () => String((await get(here, '/')).headers.location)
  // without a built client there is another page
  const hasClient = (await get(here, '/')).status === 302
  if (hasClient) assert.equal(await wayFrom(), '/accounts/login')
  await open(here)
  if (hasClient) assert.equal(await wayFrom(), '/public/link')
  const { status, text, headers } = await get(here, '/public/link')
  assert.equal(status, 200)
  assert.match(text, /<script src="\/static\/public\/link.js">/)
  assert.match(text, /<noscript><meta http-equiv="refresh" content="0; url=\.\.\/accounts\/login">/)
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.equal((await get(here, '/static/public/link.js')).status, 200)
  await here.ada.send('PATCH', '/realm', { enable_spectator_access: false })
  if (hasClient) assert.equal(await wayFrom(), '/accounts/login')
})

test('taking part requires signing in unless already signed in', async () => {
  const here = await place(server)
  const next = '#narrow/channel/7-x/topic/y'
  const way = `/public/log-in?${new URLSearchParams({ next })}`
  const to = async (headers: Record<string, string> = {}, path = way) =>
    String((await get(here, path, headers)).headers.location)
  assert.equal(await to(), `/accounts/login?${new URLSearchParams({ next })}`)
  assert.equal(await to({ cookie: 'session=nonsense' }), `/accounts/login?${new URLSearchParams({ next })}`)
  assert.equal(await to({}, '/public/log-in?next=https://evil.example'), '/accounts/login')
  const { startSession } = await import('../../../sign-in/sessions/actions.ts')
  const session = await here.society.org.transact(null, (mutation) =>
    startSession(mutation, here.ben.id as never, { userAgent: '', address: '' }),
  )
  assert.equal(await to({ cookie: `session=${session}` }), `/${next}`)
  await here.ada.send('DELETE', `/users/${here.ben.id}`)
  assert.equal(await to({ cookie: `session=${session}` }), `/accounts/login?${new URLSearchParams({ next })}`)
})

test('signing up on a public page returns there', async () => {
  const mail = await MailServer.start()
  const mailing = await startServer({ smtpUrl: mail.url, mailFrom: 'loquat@navy.example' }, { pages })
  try {
    const here = await place(mailing)
    await here.ada.send('PATCH', '/realm', { invite_required: false })
    const square = await open(here)
    await here.ben.sends('Rain', { channel: square, topic: 'weather' })
    const { text } = await get(here, `/public/channel/${square}-square/topic/weather`)
    const signUp = /href="(\/accounts\/register[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') as string
    const next = new URL(signUp, here.site).searchParams.get('next') as string
    assert.match(next, new RegExp(`^#narrow/channel/${square}-square/topic/weather`))
    const send = (url: string, form?: Record<string, string>) =>
      mailing.http.inject({
        method: form ? 'POST' : 'GET',
        url,
        headers: {
          host: new URL(here.site).host,
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
      })
    const hidden = (body: string) => /type="hidden" name="next" value="([^"]*)"/.exec(body)?.[1]
    const form = await send(signUp)
    assert.equal(hidden(form.body), next)
    // an error keeps the destination
    assert.equal(hidden((await send('/accounts/register', { email: 'nobody', next })).body), next)
    await send('/accounts/register', { email: 'dora@navy.example', next })
    await mailing.runtime.timer.wake()
    const mailed = mail.mails.at(-1)
    const path = `/join/${keyIn(mailed as never)}`
    assert.ok(mailed?.text.includes(`${path}?${new URLSearchParams({ next })}`), mailed?.text)
    assert.equal(hidden((await send(`${path}?${new URLSearchParams({ next })}`)).body), next)
    const joined = await send(path, { full_name: 'Dora', password: 'a lovely day', next })
    assert.deepEqual([joined.statusCode, joined.headers.location], [302, `/${next}`])
  } finally {
    await mailing.close()
    await mail.close()
  }
})
