import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, startServer, type TestServer } from '#test'
import type { Fetched } from '../../../../../test/harness/files.ts'
import { Browser } from '../../../../../test/harness/oidc.ts'
import { type Request, type Response, requestIn, SamlIdp } from '../../../../../test/harness/saml.ts'

export const login = '/accounts/login/social/saml/company'
export const signUp = '/accounts/register/social/saml/company'
export const consumer = '/complete/saml/'

export const said = ({ body }: Fetched): string => body.toString('utf8')

interface Fixtures {
  idp: SamlIdp
  other: SamlIdp
  log: string[]
  server: TestServer
  browser: Browser
}

/** A server with two providers; the second one allows unsolicited responses. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  idp: [async ({}, use) => use(new SamlIdp('id.example')), { scope: 'file' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  other: [async ({}, use) => use(new SamlIdp('other.example')), { scope: 'file' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  log: [async ({}, use) => use([]), { scope: 'file' }],
  server: [
    async ({ idp, other, log }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'loquat-saml-'))
      const samlFile = join(folder, 'providers.json')
      const second = other.describe({ name: 'other', display_name: 'Other', idp_initiated: true })
      await writeFile(samlFile, JSON.stringify([idp.describe(), second]))
      const flags = { samlFile, logLevel: 'debug' }
      const server = await startServer(flags, { log: { write: (line) => void log.push(line) } })
      await use(server)
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'file' },
  ],
  browser: async ({ server, society }, use) => use(new Browser(server, society.org)),
})

/** Starts a sign-in; returns the request for the provider. */
export async function begin(browser: Browser, path: string = `${login}?show=api_key`): Promise<Request> {
  const { headers, status, body } = await browser.get(path)
  if (!headers.location) throw new Error(`${path} answered ${status}: ${body}`)
  return requestIn(headers.location)
}

/** Submits the provider's form: a cross-site request without cookies. */
export async function send(browser: Browser, xml: string, relayState = ''): Promise<Fetched> {
  const jar = browser.cookies.get('own')
  const kept = new Map(jar)
  jar?.clear()
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }
  const foreign = { origin: 'https://id.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const answer = await browser.post(consumer, form, foreign)
  for (const [name, value] of kept) if (answer.status === 302) browser.cookies.get('own')?.set(name, value)
  return answer
}

export async function comeBack(browser: Browser, idp: SamlIdp, wanted: Response, path?: string): Promise<Fetched> {
  const request = await begin(browser, path)
  const sent = await send(browser, idp.respond(request, wanted), request.relayState)
  return sent.headers.location ? browser.get(sent.headers.location) : sent
}
