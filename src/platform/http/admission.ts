import type { FastifyRequest } from 'fastify'
import { type Endpoint, noSuchOrganization, type UserId, unauthorized } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import type { Feature, Page, SignedIn, TokenInUse } from '#platform/serve'
import type { Call } from './call.ts'
import { networkOf } from './caller-address.ts'
import { checkCaller, checkToken, type TokenRule } from './callers.ts'
import { siteOf } from './context.ts'
import { cookiesOf } from './cookies.ts'
import type { Spending } from './cost-accounting.ts'
import { type Credentials, cookieCounts, credentials, keyInQuery, sessionCookie } from './credentials.ts'
import type { RateLimits } from './limits.ts'
import type { Untaken } from './untaken.ts'

/** Functions of features that identify callers. */
export interface Identification {
  readonly authenticate: Feature['authenticate']
  readonly accessToken: Feature['accessToken']
  readonly session: Feature['session']
  readonly spectator: Feature['spectator']
}

export const identification = (features: readonly Feature[]): Identification => ({
  authenticate: features.find((feature) => feature.authenticate)?.authenticate,
  accessToken: features.find((feature) => feature.accessToken)?.accessToken,
  session: features.find((feature) => feature.session)?.session,
  spectator: features.find((feature) => feature.spectator)?.spectator,
})

interface Actor {
  readonly viewerId: UserId
  readonly session?: SignedIn | undefined
  readonly token?: TokenInUse | undefined
}

/** Authenticates a request's credentials or session cookie; throws if neither is valid. */
export function callerOf(
  { authenticate, accessToken, session }: Identification,
  org: Organization,
  given: Credentials | undefined,
  cookie: string | undefined,
): Actor {
  if (!given) {
    const signedIn = cookie === undefined ? undefined : session?.(org, cookie)
    if (!signedIn) throw unauthorized()
    return { viewerId: signedIn.userId, session: signedIn }
  }
  const token = accessToken?.(org, given.name, given.apiKey)
  if (token) return { viewerId: token.userId, token }
  const viewerId = given.isBearer ? undefined : authenticate?.(org, given.name, given.apiKey)
  if (viewerId === undefined) throw unauthorized()
  return { viewerId }
}

/** Admits requests: authentication, permission checks, rate limits, and cost accounting. */
export class Admission {
  readonly #runtime: Runtime
  readonly #limits: RateLimits
  readonly #spending: Spending
  readonly #untaken: Untaken
  readonly #identify: Identification

  constructor(runtime: Runtime, limits: RateLimits, spending: Spending, untaken: Untaken, identify: Identification) {
    this.#runtime = runtime
    this.#limits = limits
    this.#spending = spending
    this.#untaken = untaken
    this.#identify = identify
  }

  /** Identifies the caller if the endpoint needs one. Throws if they may not call it or exceed a rate limit. */
  async admit(
    endpoint: TokenRule & { caller: Endpoint['caller'] | Page['caller']; sends?: boolean; waits?: boolean },
    request: FastifyRequest,
    kind: 'api' | 'page',
  ): Promise<Pick<Call, 'org' | 'viewerId' | 'spectator'>> {
    const { session, spectator: spectatorOf } = this.#identify
    const org = await this.#runtime.organizationAt(request.headers.host ?? '')
    if (!endpoint.waits && (request.method === 'GET' || request.method === 'HEAD')) await org?.catchUpWithOthers()
    let viewerId: UserId | undefined
    const cookie =
      request.headers.authorization === undefined && endpoint.caller !== 'webhook' && cookieCounts(kind, request)
        ? cookiesOf(request.headers.cookie, siteOf(this.#runtime)).get(sessionCookie)
        : undefined
    const isAnonymous = request.headers.authorization === undefined && !(cookie && org && session?.(org, cookie))
    const isOpen = endpoint.caller === 'either' && isAnonymous
    if (endpoint.caller === 'anyone' || isOpen) {
      request.allowance = await this.#limits.address(request.callerAddress)
      return { org, viewerId }
    }
    if (endpoint.caller === 'spectator' && isAnonymous) {
      request.allowance = await this.#limits.address(request.callerAddress)
      const spectator = org && spectatorOf?.(org)
      if (!spectator) throw unauthorized()
      return { org, viewerId, spectator }
    }
    try {
      const given = endpoint.caller === 'webhook' ? keyInQuery(request.url) : credentials(request.headers.authorization)
      if (!given && !cookie) throw unauthorized()
      if (!org) throw noSuchOrganization()
      const actor = callerOf(this.#identify, org, given, cookie)
      request.session = actor.session
      request.token = actor.token
      viewerId = actor.viewerId
    } catch (error) {
      request.allowance = await this.#limits.address(request.callerAddress)
      throw error
    }
    request.allowance = await this.#limits.user(viewerId)
    checkCaller(endpoint, org.viewer(viewerId))
    if (request.token) checkToken(endpoint, request.token)
    return { org, viewerId }
  }

  /** Starts cost accounting; throws on too much unread or over budget. Polls have no budget, or clients miss events. */
  beginSpending(
    { method, path, waits = false }: Pick<Endpoint, 'path'> & { method: string; waits?: boolean },
    { org, viewerId }: Pick<Call, 'org' | 'viewerId'>,
    address: string,
  ): Pick<Call, 'costAccount' | 'ended'> {
    const queueKey = queueKeyOf(org?.id ?? 0, viewerId ?? `address ${networkOf(address)}`)
    this.#untaken.check(queueKey)
    if (this.#runtime.config.rateLimits !== 'on' || waits || viewerId === undefined) {
      return { costAccount: { queueKey, charge() {} }, ended() {} }
    }
    const line = `${method} ${path}`
    return {
      ended: this.#spending.admit(viewerId, line),
      costAccount: this.#spending.costAccount(queueKey, viewerId, line),
    }
  }
}
