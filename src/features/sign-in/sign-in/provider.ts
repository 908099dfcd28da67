import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientAuth, Configuration } from 'openid-client'
import { type Outbound, OutboundError } from '#platform/outbound'
import { type Identity, identityIn, isSubject, vouchesForEmail } from './identity.ts'
import type { OidcProvider } from './oidc-provider.ts'

/**
 * A failed sign-in: the provider is absent, its response is invalid, or it doesn't know the browser's code. The message
 * is logged: from the provider it contains only error codes.
 */
export class ProviderError extends Error {
  readonly kind: 'absent' | 'unbelievable' | 'unknown code'
  constructor(kind: ProviderError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A started sign-in: the URL to open, and the values needed on return. */
export interface Beginning {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const discoveryLifeMs = 3_600_000
const maxAnswerBytes = 2 ** 20

/** A connection to a provider; metadata is fetched when needed and cached for an hour. */
export class Connection {
  readonly #provider: OidcProvider
  readonly #outbound: Outbound
  /** How to send the client secret: as the standard says, until the provider requires the other way. */
  #inBody = false
  #known: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined

  constructor(provider: OidcProvider, outbound: Outbound) {
    this.#provider = provider
    this.#outbound = outbound
  }

  async begin(redirectUri: string): Promise<Beginning> {
    const client = await import('openid-client')
    return this.#asking(async () => {
      const configuration = await this.#configuration()
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: this.#provider.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, state, nonce, verifier }
    })
  }

  /** Exchanges the code in the callback URL for an identity. */
  async finish(address: URL, { state, nonce, verifier }: Omit<Beginning, 'url'>): Promise<Identity> {
    const client = await import('openid-client')
    return this.#asking(async () => {
      const configuration = await this.#configuration()
      const grant = () =>
        client.authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
      const tokens = await this.#eitherWay(grant)
      const claims: Record<string, unknown> = { ...tokens.claims() }
      if (!isSubject(claims.sub)) throw new ProviderError('unbelievable', 'does not name the person: sub is not usable')
      const { trustEmail } = this.#provider
      // some providers return only the subject in the token, and the rest on request
      if (!vouchesForEmail(claims, trustEmail) && configuration.serverMetadata().userinfo_endpoint) {
        const more = await client.fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
        Object.assign(claims, more, { iss: claims.iss, sub: claims.sub })
      }
      return identityIn(claims, trustEmail)
    })
  }

  /** Tries an invalid code; throws errors. Returns false if the provider doesn't reveal whether the credentials are right. */
  async check(): Promise<boolean> {
    const client = await import('openid-client')
    return this.#asking(async () => {
      const configuration = await this.#configuration()
      const parameters = {
        code: 'loquat-doctor',
        redirect_uri: 'https://loquat.invalid/',
        code_verifier: 'x'.repeat(43),
      }
      const ask = () => client.genericGrantRequest(configuration, 'authorization_code', parameters)
      try {
        await this.#eitherWay(ask)
        return false
      } catch (error) {
        if (!(error instanceof client.ResponseBodyError) || error.status >= 500) throw error
        if (/^(invalid|unauthorized)_client$/.test(error.error))
          throw new ProviderError('unbelievable', "does not know the client's id and secret")
        return error.error === 'invalid_grant'
      }
    })
  }

  /** Retries with the client secret in the other place if it's refused in the first. */
  async #eitherWay<T>(ask: () => Promise<T>): Promise<T> {
    const client = await import('openid-client')
    try {
      return await ask()
    } catch (error) {
      if (this.#inBody || !(error instanceof client.ResponseBodyError) || error.error !== 'invalid_client') throw error
      // a provider that refuses the client hasn't consumed the code
      this.#inBody = true
      return ask()
    }
  }

  #configuration(): Promise<Configuration> {
    if (this.#known && Date.now() - this.#known.at < discoveryLifeMs) return this.#known.configuration
    const configuration = this.#discover()
    const known = { at: Date.now(), configuration }
    this.#known = known
    configuration.catch(() => {
      if (this.#known === known) this.#known = undefined
    })
    return configuration
  }

  async #discover(): Promise<Configuration> {
    const client = await import('openid-client')
    const { issuer, clientId, clientSecret, timeoutSecs } = this.#provider
    const secret = clientSecret()
    const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
    const authenticate: ClientAuth = (server, ...rest) => {
      const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const inBody = this.#inBody || !ways.includes('client_secret_basic')
      return (inBody ? post : basic)(server, ...rest)
    }
    // the configuration allows http only for this machine
    const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
      execute: [client.enableNonRepudiationChecks, ...plain],
      timeout: timeoutSecs,
      [client.customFetch]: (url, { method, headers, body }) => this.#fetch(url, method, headers, body),
    })
  }

  async #fetch(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<Response> {
    const answer = await this.#outbound.request({
      url,
      method: method as 'GET' | 'POST',
      headers: { ...headers, ...(body instanceof URLSearchParams ? formType : {}) },
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      timeoutMs: this.#provider.timeoutSecs * 1000,
      maxBytes: maxAnswerBytes,
      trusted: true,
    })
    const empty = [204, 205, 304].includes(answer.status)
    return new Response(empty ? null : Buffer.from(answer.body), { status: answer.status, headers: answer.headers })
  }

  /** Limits the total time of the provider's responses. */
  async #asking<T>(work: () => Promise<T>): Promise<T> {
    const ended = new AbortController()
    const late = sleep(this.#provider.timeoutSecs * 2000, undefined, { signal: ended.signal, ref: false }).then(() => {
      throw new ProviderError('absent', 'took too long')
    })
    late.catch(() => {})
    try {
      return await Promise.race([work(), late])
    } catch (error) {
      throw await described(error)
    } finally {
      ended.abort()
    }
  }
}

const formType = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }

/** Error codes of the protocol and the library only, no free text. */
const word = (value: unknown): string => (/^[\w.-]{1,60}$/.test(String(value)) ? String(value) : 'an error')

async function described(error: unknown): Promise<Error> {
  const client = await import('openid-client')
  if (error instanceof ProviderError) return error
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError) return new ProviderError('absent', cause.message)
  if (error instanceof client.ResponseBodyError) {
    const kind = error.status >= 500 ? 'absent' : error.error === 'invalid_grant' ? 'unknown code' : 'unbelievable'
    return new ProviderError(kind, `answered ${error.status} ${word(error.error)}`)
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new ProviderError('unbelievable', `answered ${error.status}`)
  if (error instanceof client.ClientError) {
    const { cause } = error
    if (cause instanceof Response)
      return new ProviderError(cause.status >= 500 ? 'absent' : 'unbelievable', `answered ${cause.status}`)
    return new ProviderError('unbelievable', `said what cannot be believed: ${word(error.code)}`)
  }
  // the library throws these for arguments, such as invalid URLs, from the provider's metadata
  if (error instanceof TypeError) return new ProviderError('unbelievable', 'said what makes no sense')
  return error instanceof Error ? error : new Error(String(error))
}
