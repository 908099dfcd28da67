import { request } from 'node:http'
import { describe } from 'vitest'
import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { foundOrganization } from '../src/features/people/organization-settings/actions/found.ts'
import { documented, isInstalled, type Program, programs, ReverseProxy } from './harness/proxy.ts'
import { portOf, traefikHeaders } from './peers/traefik-headers.ts'

const host = 'chat.example.com'
const email = 'ada@society.example'
const password = 'correct horse battery'
/** Not the proxy's address, and no more trusted than any other. */
const caller = '127.0.0.2'
const forged = ['203.0.113.9', '1.1.1.1, 127.0.0.1', '2001:db8::7,127.0.0.1,127.0.0.1']

interface Requested {
  path: string
  method: string
  headers: Record<string, string>
  body?: string
}
type Ask = (asked: Requested) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    url: `https://${host}`,
    trustProxy: '127.0.0.1',
    rateLimits: 'on',
    loginFailuresPerHalfHour: '4',
  })
  await foundOrganization(server.runtime, {
    name: 'Society',
    subdomain: '',
    owner: { full_name: 'Ada', email, password },
  })
})
afterAll(() => server.close())

const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}`, host }

/** The address shown for the session, when a browser sends a forged header. */
async function shownAddress(ask: Ask, forwarded: string): Promise<string> {
  const signedIn = await ask({
    path: '/accounts/login',
    method: 'POST',
    headers: { ...form, 'x-forwarded-for': forwarded },
    body: new URLSearchParams({ username: email, password }).toString(),
  })
  assert.equal(signedIn.status, 302, signedIn.text)
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';')[0])
  const own = { host, cookie: cookies.join('; '), 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
  const { text } = await ask({ path: '/api/v1/sessions', method: 'GET', headers: own })
  const [newest] = JSON.parse(text).sessions.sort((a: { id: number }, b: { id: number }) => b.id - a.id)
  return newest.address
}

/** Statuses of wrong passwords for one name, each with a different forged address. */
async function guess(ask: Ask, name: string): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    const { status } = await ask({
      path: '/api/v1/fetch_api_key',
      method: 'POST',
      headers: { ...form, 'x-forwarded-for': `203.0.113.${index}` },
      body: new URLSearchParams({ username: name, password: 'wrong' }).toString(),
    })
    statuses.push(status)
  }
  return statuses
}

async function checkForged(ask: Ask, name: string): Promise<void> {
  for (const one of forged) assert.equal(await shownAddress(ask, one), caller, one)
  assert.deepEqual((await guess(ask, name)).slice(3), [401, 429, 429])
}

const through =
  (proxy: ReverseProxy): Ask =>
  async ({ path, ...asked }) => {
    const { status, headers, body } = await proxy.ask(path, { ...asked, from: caller })
    return { status, headers, text: String(body) }
  }

const appending = (site: string): string =>
  site.replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
const trusting = (site: string): string =>
  site.replace(/reverse_proxy (\S+)/, 'reverse_proxy $1 {\n    trusted_proxies 127.0.0.0/8\n  }')

/** The documented configuration, and one whose proxy appends to the received header. */
const configurations: Record<Program, Record<string, (site: string) => string>> = {
  nginx: { 'as documented': (site) => site, appending },
  caddy: { 'as documented': (site) => site, appending: trusting },
}

for (const program of programs)
  describe.skipIf(!isInstalled(program))(`${program}${isInstalled(program) ? '' : ' (is not installed)'}`, () => {
    for (const [kind, change] of Object.entries(configurations[program]))
      test(`a forged X-Forwarded-For changes nothing behind ${program}, ${kind}`, async () => {
        const [documentedSite] = await documented(program)
        const site = change(documentedSite)
        assert.equal(site === documentedSite, kind === 'as documented')
        const proxy = await ReverseProxy.start(program, site, host, server.port)
        try {
          await checkForged(through(proxy), `${program} ${kind}`)
        } finally {
          await proxy.close()
        }
      })
  })

for (const [kind, trustedIps] of [
  ['as documented', []],
  ['appending', [caller]],
] as const)
  test(`a forged X-Forwarded-For changes nothing behind Traefik's header handling, ${kind}`, async () => {
    const proxy = await traefikHeaders(server.port, trustedIps)
    const ask: Ask = ({ path, method, headers, body }) =>
      new Promise((resolve, reject) => {
        const to = { host: '127.0.0.1', port: portOf(proxy), localAddress: caller, path, method }
        const outgoing = request({ ...to, headers, agent: false }, async (incoming) => {
          const text = Buffer.concat(await incoming.toArray()).toString()
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      })
    try {
      await checkForged(ask, `traefik ${kind}`)
    } finally {
      proxy.close()
      proxy.closeAllConnections()
    }
  })
