import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Context } from 'oidc-provider'
import type { Organization } from '#platform/organization'
import { type Fetched, raw } from './files.ts'
import type { TestServer } from './server.ts'

export const clientId = 'loquat'
export const clientSecret = 'hush-hush-this-is-between-us-two'

type Claims = Record<string, unknown>

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A real identity provider that signs a user in without asking. */
export class IdentityProvider {
  readonly issuer: string
  person: { sub: string } & Claims = { sub: 'nobody' }
  /** Whether the user denies access. */
  refuses = false
  readonly #server: Server

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer
    this.#server = server
  }

  static async start(): Promise<IdentityProvider> {
    let handler: (request: IncomingMessage, response: ServerResponse) => void = () => {}
    const { server, url } = await listen((request, response) => handler(request, response))
    const self = new IdentityProvider(url, server)
    const { warn, info } = console
    // silence warnings about the Node version and non-production defaults
    Object.assign(console, { warn: () => {}, info: () => {} })
    try {
      const { default: Provider } = await import('oidc-provider')
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      const provider = new Provider(url, {
        clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['https://loquat.test/unused'] }],
        jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
        cookies: { keys: ['a key for cookies of tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: () => '/interaction' },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
        findAccount: (_ctx: unknown, accountId: string) => ({ accountId, claims: () => self.person }),
        async loadExistingGrant({ oidc: { session, client } }: Context) {
          const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
      })
      // each test's organization has its own host
      provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).hostname.endsWith('loquat.test')
      const callback = provider.callback()
      handler = (request, response) => {
        if (request.url !== '/interaction') return callback(request, response)
        const result = self.refuses ? { error: 'access_denied' } : { login: { accountId: self.person.sub } }
        void provider.interactionFinished(request, response, result)
      }
    } finally {
      Object.assign(console, { warn, info })
    }
    return self
  }

  close(): Promise<void> {
    return close(this.#server)
  }
}

/** Protocol violations by a provider. */
export interface Lies {
  issuer?: string
  audience?: string
  nonce?: string
  expired?: boolean
  /** Signed with another key. */
  forged?: boolean
  unsigned?: boolean
  /** The issuer in its metadata. */
  metadataIssuer?: string
  /** Status of the token endpoint, or of the metadata. */
  tokenStatus?: number
  metadataStatus?: number
  tokenError?: string
  /** Accepts the client secret in the body only, without saying so. */
  onlyInBody?: boolean
  /** Replaces the generated token. */
  token?: string
  /** Accepts token requests and never responds. */
  silent?: boolean
  claims?: Claims
}

/** A provider that violates the protocol as requested. */
export class LyingProvider {
  readonly issuer: string
  lies: Lies = {}
  nonce = ''
  readonly #server: Server

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer
    this.#server = server
  }

  static async start(): Promise<LyingProvider> {
    let handler: (request: IncomingMessage, response: ServerResponse) => void = () => {}
    const { server, url } = await listen((request, response) => handler(request, response))
    const self = new LyingProvider(url, server)
    const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
    const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }] }
    handler = async ({ url: path = '', headers }, response) => {
      const answer = (body: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const { lies } = self
      if (path.endsWith('/openid-configuration'))
        return answer(
          {
            issuer: lies.metadataIssuer ?? url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            jwks_uri: `${url}/jwks`,
            id_token_signing_alg_values_supported: ['RS256'],
          },
          lies.metadataStatus,
        )
      if (path === '/jwks') return answer(jwks)
      if (path !== '/token') return answer({}, 404)
      if (lies.silent) return
      if (lies.onlyInBody && headers.authorization) return answer({ error: 'invalid_client' }, 401)
      if (lies.tokenStatus)
        return answer({ error: lies.tokenError ?? 'server_error', error_description: clientSecret }, lies.tokenStatus)
      const now = Math.floor(Date.now() / 1000) - (lies.expired ? 7_200 : 0)
      const token = new SignJWT({ nonce: lies.nonce ?? self.nonce, ...lies.claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(lies.issuer ?? url)
        .setAudience(lies.audience ?? clientId)
        .setIssuedAt(now)
        .setExpirationTime(now + 600)
      const signed = await token.sign((lies.forged ? other : own).privateKey)
      const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${signed.split('.')[1]}.`
      const id_token = lies.token ?? (lies.unsigned ? unsigned : signed)
      answer({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token })
    }
    return self
  }

  close(): Promise<void> {
    return close(this.#server)
  }
}

/** Follows redirects and keeps cookies, at an organization's own address and elsewhere. */
export class Browser {
  readonly #server: TestServer
  readonly #org: Organization
  /** By origin. */
  readonly cookies = new Map<string, Map<string, string>>()

  constructor(server: TestServer, org: Organization) {
    this.#server = server
    this.#org = org
  }

  /** A page of the organization, by its path. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Fetched> {
    return this.#own('GET', path, undefined, headers)
  }

  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
    method = 'POST',
  ): Promise<Fetched> {
    return this.#own(method, path, Buffer.from(new URLSearchParams(form).toString()), headers)
  }

  /** Follows redirects from the provider; returns the path of the callback. */
  async visit(address: string): Promise<string> {
    let next = address
    for (let hops = 0; hops < 10; hops++) {
      if (new URL(next).hostname.endsWith('loquat.test')) return next.slice(new URL(next).origin.length)
      const jar = this.#jar(new URL(next).origin)
      const response = await fetch(next, { redirect: 'manual', headers: { cookie: header(jar) } })
      remember(jar, response.headers.getSetCookie())
      const to = response.headers.get('location')
      if (!to) throw new Error(`${next} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
      next = new URL(to, next).href
    }
    throw new Error('It never ends')
  }

  /** Starts at a path, signs in at the provider, and returns the page after that. */
  async signIn(path: string): Promise<Fetched> {
    const { headers, status, body } = await this.get(path)
    if (!headers.location) throw new Error(`${path} answered ${status}: ${body}`)
    return this.get(await this.visit(headers.location))
  }

  async #own(method: string, path: string, body?: Buffer, more: Record<string, string> = {}): Promise<Fetched> {
    const jar = this.#jar('own')
    const headers: Record<string, string> = { cookie: header(jar), ...more }
    if (body) headers['content-type'] = 'application/x-www-form-urlencoded'
    const answer = await raw(this.#server, this.#org, path, { method, headers, ...(body ? { body } : {}) })
    remember(jar, answer.headers['set-cookie'] ?? [])
    return answer
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    return jar
  }
}

const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

function remember(jar: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
}
