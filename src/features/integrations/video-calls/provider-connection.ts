import type { Configuration, CustomFetchOptions } from 'openid-client'
import { type Outbound, OutboundError } from '#platform/outbound'
import type { MeetingProvider } from './provider.ts'

/** A user's OAuth tokens: never shown, logged, or stored unencrypted. */
export interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
  /** UNIX milliseconds; undefined if the provider doesn't say. */
  readonly expiresAt: number | undefined
}

/**
 * `token` if the provider doesn't accept the token anymore, `provider` for other errors. The message is shown and
 * logged: from the provider it contains only numbers and codes.
 */
export class MeetingProviderError extends Error {
  readonly kind: 'token' | 'provider'
  constructor(kind: MeetingProviderError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const maxAnswerBytes = 256 * 1024

/** A meeting service with OAuth 2.0, PKCE, and its own API to create meetings. */
export class ProviderConnection {
  readonly provider: MeetingProvider
  readonly #outbound: Outbound
  readonly #timeoutMs: number
  #configuration: Promise<Configuration> | undefined

  constructor(provider: MeetingProvider, outbound: Outbound, timeoutSecs: number) {
    this.provider = provider
    this.#outbound = outbound
    this.#timeoutMs = timeoutSecs * 1000
  }

  /** The consent URL, and the values needed on return. */
  async begin(redirectUri: string): Promise<{ url: string; state: string; verifier: string }> {
    const client = await import('openid-client')
    const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
    const url = client.buildAuthorizationUrl(await this.#known(), {
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...(this.provider.scopes ? { scope: this.provider.scopes } : {}),
    })
    return { url: url.href, state, verifier }
  }

  /** Exchanges the code in the callback URL for tokens. */
  finish(address: URL, state: string, verifier: string, now: Date): Promise<Tokens> {
    const plain = new URL(address)
    // there's only one provider, and some have an unusual issuer
    plain.searchParams.delete('iss')
    return this.#request(async (client, configuration) =>
      tokensIn(
        await client.authorizationCodeGrant(configuration, plain, {
          pkceCodeVerifier: verifier,
          expectedState: state,
        }),
        now,
      ),
    )
  }

  refresh({ refresh = '' }: Tokens, now: Date): Promise<Tokens> {
    return this.#request(async (client, configuration) =>
      tokensIn(await client.refreshTokenGrant(configuration, refresh), now, refresh),
    )
  }

  async create({ access }: Tokens, body: object): Promise<string> {
    const { createUrl, linkField } = this.provider
    const answer = await this.#outbound
      .request({
        url: createUrl,
        method: 'POST',
        headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: this.#timeoutMs,
        maxBytes: maxAnswerBytes,
        trusted: true,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? new MeetingProviderError('provider', error.message) : error
      })
    if (answer.status === 401) throw new MeetingProviderError('token', 'the provider does not know the token any more')
    if (answer.status < 200 || answer.status >= 300)
      throw new MeetingProviderError('provider', `the provider answered with status ${answer.status}`)
    const link = linkIn(answer.text(), linkField, createUrl.startsWith('http:'))
    if (!link) throw new MeetingProviderError('provider', "the provider's answer holds no address of a meeting")
    return link
  }

  #known(): Promise<Configuration> {
    this.#configuration ??= this.#configure()
    return this.#configuration
  }

  async #configure(): Promise<Configuration> {
    const client = await import('openid-client')
    const { authorizeUrl, tokenUrl, clientId, clientSecret, clientAuth } = this.provider
    const configuration = new client.Configuration(
      {
        issuer: new URL(authorizeUrl).origin,
        authorization_endpoint: authorizeUrl,
        token_endpoint: tokenUrl,
      },
      clientId,
      undefined,
      clientAuth === 'post' ? client.ClientSecretPost(clientSecret()) : client.ClientSecretBasic(clientSecret()),
    )
    // the configuration allows http only for this machine
    if (tokenUrl.startsWith('http:') || authorizeUrl.startsWith('http:')) client.allowInsecureRequests(configuration)
    configuration[client.customFetch] = (url, options) => this.#fetch(url, options)
    return configuration
  }

  async #fetch(url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> {
    const answer = await this.#outbound.request({
      url,
      method: method as 'GET' | 'POST',
      headers: { ...headers, ...(body instanceof URLSearchParams ? formType : {}) },
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      timeoutMs: this.#timeoutMs,
      maxBytes: maxAnswerBytes,
      trusted: true,
    })
    const empty = [204, 205, 304].includes(answer.status)
    return new Response(empty ? null : Buffer.from(answer.body), { status: answer.status, headers: answer.headers })
  }

  async #request<T>(
    work: (client: typeof import('openid-client'), configuration: Configuration) => Promise<T>,
  ): Promise<T> {
    const client = await import('openid-client')
    try {
      return await work(client, await this.#known())
    } catch (error) {
      throw described(client, error)
    }
  }
}

const formType = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }

interface Granted {
  access_token: string
  refresh_token?: string
  expires_in?: number
}

/** Keeps the previous refresh token unless there's a new one. */
const tokensIn = ({ access_token, refresh_token, expires_in }: Granted, now: Date, before?: string): Tokens => ({
  access: access_token,
  refresh: refresh_token ?? before,
  expiresAt: expires_in === undefined ? undefined : now.getTime() + expires_in * 1000,
})

function described(client: typeof import('openid-client'), error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutboundError) return new MeetingProviderError('provider', cause.message)
  if (error instanceof client.ResponseBodyError) {
    const kind = ['invalid_grant', 'invalid_token'].includes(error.error) ? 'token' : 'provider'
    return new MeetingProviderError(kind, `the provider answered with status ${error.status}`)
  }
  if (error instanceof client.AuthorizationResponseError)
    return new MeetingProviderError('token', 'the provider says that it was not allowed')
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new MeetingProviderError('provider', `the provider answered with status ${error.status}`)
  if (error instanceof client.ClientError || error instanceof TypeError)
    return new MeetingProviderError('provider', 'the provider answered with what makes no sense')
  return error instanceof Error ? error : new Error(String(error))
}

function linkIn(text: string, field: string, plainToo: boolean): string | undefined {
  let value: unknown
  try {
    value = (JSON.parse(text) as Record<string, unknown> | null)?.[field]
  } catch {
    return undefined
  }
  if (typeof value !== 'string' || value.length > 2_000 || !URL.canParse(value)) return undefined
  const { protocol, username, password, href } = new URL(value)
  const isFine = protocol === 'https:' || (plainToo && protocol === 'http:')
  return isFine && !username && !password ? href : undefined
}
