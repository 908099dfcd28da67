import { createHash, randomBytes } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import { organizationCache } from '../../src/features/people/organization/cache.ts'
import { hashPassword } from '../../src/features/people/users/api-key.ts'
import { assert, type TestOrganization } from './index.ts'
import { Browser } from './oidc.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'

export const callback = 'http://127.0.0.1:4321/callback'
export const password = 'correct horse battery'
const passwordHash = hashPassword(password)

/** What a program asks over the network, answered within this process, whatever the host is called. */
export const fetchFrom =
  (server: TestServer): FetchLike =>
  async (input, init = {}) => {
    const url = new URL(String(input))
    const answer = await server.http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host },
      ...(init.body == null ? {} : { payload: String(init.body) }),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers })
  }

/** A program with what it keeps of the flow. */
export class Program implements OAuthClientProvider {
  readonly redirectUrl = callback
  readonly clientMetadata = { client_name: 'Weaver', redirect_uris: [callback] }
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  verifier = ''
  asked: URL | undefined
  state = () => 'a state & more'
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information
  }
  tokens = () => this.kept
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.asked = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

export const urlOf = ({ org, server }: TestOrganization) =>
  server.runtime.organizationUrl(org.get(organizationCache).subdomain)

export async function signedIn(society: TestOrganization, person: Person): Promise<Browser> {
  const password_hash = await passwordHash
  await society.org.transact(null, ({ tx }) =>
    tx.updateTable('account').set({ password_hash }).where('id', '=', person.id).execute(),
  )
  const browser = new Browser(society.server, society.org)
  await browser.post('/accounts/login', { username: person.email, password })
  return browser
}

export const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name as string,
      (value as string).replaceAll('&amp;', '&'),
    ]),
  )

export const usual = { scope_read: 'on', scope_write: 'on', expiry: '90', name: 'Weaver', password, decision: 'allow' }

/** What somebody does with the page; answers to where the browser is led. */
export async function press(browser: Browser, asked: URL, chosen: Record<string, string> = usual): Promise<URL> {
  const page = await browser.get(asked.pathname + asked.search)
  assert.equal(page.status, 200, page.body.toString())
  const answer = await browser.post('/oauth/authorize', { ...fieldsOf(page.body.toString()), ...chosen })
  assert.equal(answer.status, 302, answer.body.toString())
  return new URL(answer.headers.location ?? '')
}

interface Flow {
  readonly clientId: string
  readonly verifier: string
  ask(more?: Record<string, string | undefined>): URL
  token(fields: Record<string, string>): Promise<{ status: number; json: Record<string, string> }>
}

/** A program that does by hand what the library does, to be able to do it wrong. */
export async function program(society: TestOrganization, more: object = {}): Promise<Flow> {
  const fetch = fetchFrom(society.server)
  const body = JSON.stringify({ client_name: 'Weaver', redirect_uris: [callback], ...more })
  const headers = { 'content-type': 'application/json' }
  const registered = await fetch(`${urlOf(society)}/oauth/register`, { method: 'POST', body, headers })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  return {
    clientId,
    verifier,
    ask(changed = {}) {
      const url = new URL(`${urlOf(society)}/oauth/authorize`)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const fields = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: callback, state: 's', scope: 'read write' },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', ...changed },
      }
      for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.set(name, value)
      return url
    },
    async token(fields) {
      const form = new URLSearchParams({ client_id: clientId, ...fields }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(`${urlOf(society)}/oauth/token`, { method: 'POST', body: form, headers: type })
      return { status: answer.status, json: (await answer.json()) as Record<string, string> }
    },
  }
}

export const redeeming = (flow: Flow, back: URL, more: Record<string, string> = {}) =>
  flow.token({
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: callback },
    ...{ code_verifier: flow.verifier, ...more },
  })

export const refreshing = (flow: Flow, refresh_token: string, more: Record<string, string> = {}) =>
  flow.token({ grant_type: 'refresh_token', refresh_token, ...more })

/** The status of a call of the API with a token. */
export async function statusWith(society: TestOrganization, token: string | undefined, path = '/users/me') {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetchFrom(society.server)(`${urlOf(society)}/api/v1${path}`, { headers })).status
}
