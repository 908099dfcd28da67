import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { parse } from 'yaml'
import { assert, Person, startServer, type TestServer } from '#test'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import { pages } from '../src/pages/index.ts'
import { EventStreamReader } from './harness/event-stream.ts'
import { writtenMails } from './harness/mail.ts'
import { documented, isInstalled, type Program, programs, ReverseProxy } from './harness/proxy.ts'

const places = [
  { name: 'on a host of its own', host: 'chat.example.com', path: '' },
  { name: 'below a path', host: 'example.org', path: '/chat' },
] as const

const password = 'correct horse battery'
const type = 'application/x-www-form-urlencoded'

interface Behind {
  server: TestServer
  proxy: ReverseProxy
  owner: Person
  authorization: string
}

async function behind(
  program: Program,
  { host, path }: (typeof places)[number],
  work: (all: Behind) => Promise<void>,
  changed = (site: string) => site,
) {
  const url = `https://${host}${path}`
  const server = await startServer({ url, trustProxy: 'loopback' }, { pages })
  const [forHost, forPath] = await documented(program)
  const site = path === '' ? forHost : forPath
  const proxy = await ReverseProxy.start(program, changed(site), host, server.port)
  try {
    const { org, owner: account } = await foundOrganization(server.runtime, {
      name: 'Society',
      subdomain: '',
      owner: { full_name: 'Ada', email: 'ada@society.example', password },
    })
    const owner = new Person(server, org, '', account)
    const authorization = `Basic ${Buffer.from(`${owner.email}:${owner.apiKey}`).toString('base64')}`
    await work({ server, proxy, owner, authorization })
  } finally {
    await proxy.close()
    await server.close()
  }
}

/** A page's links to its own server. */
const addressesIn = (html: string) => [...html.matchAll(/\s(?:href|src)="([^"#]+)"/g)].map(([, to]) => to as string)

/** Polls until a message arrives: others may come before it. */
async function heard(
  json: (method: string, to: string) => Promise<{ events: { id: number; message?: { content: string } }[] }>,
  queue: string,
  content: string,
): Promise<void> {
  for (let last = -1; ; ) {
    const { events } = await json('GET', `/events?queue_id=${queue}&last_event_id=${last}`)
    if (events.some(({ message }) => message?.content === content)) return
    last = events.at(-1)?.id ?? last
  }
}

/** The link in the password reset email, once it's written; one about the sign-in may come after it. */
async function mailedLink(server: TestServer): Promise<string> {
  for (;;) {
    const texts = (await writtenMails(server)).map(({ text }) => text)
    const link = /https:\/\/\S+\/accounts\/password\/reset\/\S+/.exec(texts.join('\n'))?.[0]
    if (link) return link
    await pause(20)
  }
}

// scripts/install-proxies.sh installs them
for (const program of programs)
  describe.skipIf(!isInstalled(program))(`${program}${isInstalled(program) ? '' : ' (is not installed)'}`, () => {
    for (const place of places)
      test(`behind ${program}, ${place.name}: pages, cookies, events, uploads, and email work`, () =>
        behind(program, place, async ({ server, proxy, authorization }) => {
          const { host, path } = place
          const root = `https://${host}${path}`
          const api = `${path}/api/v1`
          const json = async (method: string, to: string, fields?: Record<string, string>) => {
            const body = fields && new URLSearchParams(fields).toString()
            const headers = { authorization, ...(body ? { 'content-type': type } : {}) }
            const answer = await proxy.ask(`${api}${to}`, { method, headers, ...(body ? { body } : {}) })
            assert.equal(answer.status, 200, String(answer.body))
            return JSON.parse(String(answer.body))
          }

          if (path !== '') {
            const { status, headers } = await proxy.ask(path)
            assert.deepEqual(
              [Math.floor(status / 100), new URL(headers.location ?? '', root).pathname],
              [3, `${path}/`],
            )
          }
          const first = await proxy.ask(`${path}/`)
          assert.deepEqual([first.status, first.headers.location], [302, `${path}/accounts/login`])
          const login = await proxy.ask(`${path}/accounts/login`)
          for (const to of addressesIn(String(login.body))) assert.ok(to.startsWith(`${path}/`), to)
          const signedIn = await proxy.ask(`${path}/accounts/login`, {
            method: 'POST',
            headers: { 'content-type': type, origin: `https://${host}`, 'x-forwarded-for': '203.0.113.9' },
            body: new URLSearchParams({ username: 'ada@society.example', password, next: '#inbox' }).toString(),
          })
          assert.deepEqual([signedIn.status, signedIn.headers.location], [302, `${path}/#inbox`])
          const cookies = signedIn.headers['set-cookie'] ?? []
          for (const one of cookies) assert.match(one, new RegExp(`; Path=${path || '/'}; .*; Secure`))
          const cookie = cookies.map((one) => one.split(';')[0]).find((one) => one?.includes('session=')) ?? ''
          assert.match(cookie, path === '' ? /^__Host-session=./ : /^__Secure-session=./)
          const page = await proxy.ask(`${path}/`, { headers: { cookie } })
          assert.match(String(page.body), /data-account=/)
          for (const to of new Set(addressesIn(String(page.body)))) {
            const { pathname } = new URL(to, `${root}/`)
            assert.equal((await proxy.ask(pathname, { headers: { cookie } })).status, 200, pathname)
          }
          const docs = await proxy.ask(`${path}/docs/`)
          for (const to of addressesIn(String(docs.body))) assert.equal((await proxy.ask(to)).status, 200, to)
          const own = { cookie, 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
          const { sessions } = JSON.parse(String((await proxy.ask(`${api}/sessions`, { headers: own })).body))
          assert.equal(sessions[0].address, '127.0.0.1', 'whoever asks does not choose where from')

          const { queue_id, realm_url } = await json('POST', '/register', {
            event_types: '["message"]',
            fetch_event_types: '["realm"]',
          })
          assert.equal(realm_url, root)
          const poll = heard(json, queue_id, 'through')
          await json('POST', '/messages', { type: 'channel', to: 'general', topic: 'proxies', content: 'through' })
          await poll

          // each event of a stream at once, while the response is open
          const streamed = await json('POST', '/register', { event_types: '["message"]', fetch_event_types: '[]' })
          const to = `${api}/events/stream?queue_id=${streamed.queue_id}&last_event_id=-1`
          const stream = new EventStreamReader(await proxy.open(to, { authorization, 'accept-encoding': 'gzip, br' }))
          assert.equal(await stream.nextFrame(), ': connected')
          for (const content of ['streamed', 'streamed too']) {
            await json('POST', '/messages', { type: 'channel', to: 'general', topic: 'proxies', content })
            assert.match(JSON.stringify(await stream.next()), new RegExp(content))
          }
          stream.close()

          // an upload larger than proxies accept by default, and its ranges
          const bytes = randomBytes(12 * 2 ** 20)
          const boundary = 'a-boundary-that-is-in-no-file'
          const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="film.bin"\r\n\r\n`
          const uploaded = await proxy.ask(`${api}/user_uploads`, {
            method: 'POST',
            headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
            body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
          })
          const { url } = JSON.parse(String(uploaded.body))
          // by a client that reads more slowly than the server sends
          const before = async () => (program === 'nginx' ? proxy.keepsSome() : undefined)
          const stored = await proxy.ask(path + url, { headers: { authorization }, before })
          assert.ok(stored.body.equals(bytes))
          const part = await proxy.ask(path + url, { headers: { authorization, range: 'bytes=5-9' } })
          assert.deepEqual([part.status, part.body.equals(bytes.subarray(5, 10))], [206, true])

          // a resumed upload, at the URL it was given
          const tus = { authorization, 'tus-resumable': '1.0.0' }
          const begun = await proxy.ask(`${api}/tus/`, {
            method: 'POST',
            headers: { ...tus, 'upload-length': `${bytes.length}`, 'upload-metadata': `filename ${btoa('film.bin')}` },
          })
          const { pathname } = new URL(begun.headers.location ?? '')
          const piece = (offset: number, body: Buffer) =>
            proxy.ask(pathname, {
              method: 'PATCH',
              headers: { ...tus, 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
              body,
            })
          const half = bytes.length / 2
          assert.equal((await piece(0, bytes.subarray(0, half))).status, 204)
          const known = await proxy.ask(pathname, { method: 'HEAD', headers: tus })
          assert.equal(known.headers['upload-offset'], `${half}`)
          const last = await piece(half, bytes.subarray(half))
          const file = await proxy.ask(path + JSON.parse(String(last.body)).url, { headers: { authorization } })
          assert.ok(file.body.equals(bytes))

          await proxy.ask(`${path}/api/v1/accounts/password_reset`, {
            method: 'POST',
            headers: { 'content-type': type, origin: `https://${host}` },
            body: 'email=ada%40society.example',
          })
          const link = await mailedLink(server)
          assert.ok(link.startsWith(`${root}/accounts/`), link)
          assert.equal((await proxy.ask(new URL(link).pathname)).status, 200)
        }))
  })

describe.skipIf(!isInstalled('nginx'))('nginx that buffers', () => {
  test('a stream behind nginx that buffers everything arrives when it ends', async () => {
    const [place] = places
    const buffering = (site: string) =>
      site.replace(
        'proxy_http_version',
        'proxy_buffering on;\n    proxy_ignore_headers X-Accel-Buffering;\n    proxy_http_version',
      )
    await behind(
      'nginx',
      place,
      async ({ proxy, owner, authorization }) => {
        const { queueId } = await owner.register('message')
        const to = `/api/v1/events/stream?queue_id=${queueId}&last_event_id=-1`
        let isHeldBack = true
        const opening = proxy.open(to, { authorization }).then((response) => {
          isHeldBack = false
          return new EventStreamReader(response)
        })
        while (owner.org.queues.waiting === 0) await pause(20)
        await owner.sends('held back', owner)
        assert.ok(isHeldBack)
        await owner.send('DELETE', '/events', { queue_id: queueId })
        const stream = await opening
        assert.equal(await stream.nextFrame(), ': connected')
        assert.match(JSON.stringify(await stream.next()), /held back/)
      },
      buffering,
    )
  })
})

test('the documented nginx timeout is longer than a poll', async () => {
  for (const site of await documented('nginx')) assert.match(site, /proxy_read_timeout (?:[6-9]\d|\d{3,})s;/)
})

test('the Traefik examples are well-formed, and forward the host', async () => {
  for (const text of await documented('yaml')) {
    const { routers, services } = parse(text).http
    const { rule, service, tls } = routers.loquat
    assert.match(rule, /^Host\(`[\w.]+`\)/)
    assert.ok(tls)
    const { passHostHeader, servers } = services[service].loadBalancer
    assert.deepEqual([passHostHeader, servers], [true, [{ url: 'http://127.0.0.1:9991' }]])
  }
})
