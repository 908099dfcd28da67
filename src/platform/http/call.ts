import type { UserId } from '#contract'
import type { CostAccount } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Route, SignedIn, TokenInUse } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Allowance } from './limits.ts'

/** Where the API is; pages are beside it. */
export const prefix = '/api/v1'

/** Who calls what, known before the request's body is read. */
export interface Call {
  readonly route: Route
  readonly path: Map<string, string>
  readonly org: Organization | undefined
  readonly viewerId: UserId | undefined
  readonly spectator?: Viewer | undefined
  /** Who pays for it, and what ends that. */
  readonly costAccount: CostAccount
  readonly ended: () => void
  /** It was refused unheard, because too many had come. */
  isTurnedAway?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    allowance: Allowance | undefined
    /** Where the request comes from, behind trusted proxies too; Fastify's own `ip` doesn't know of these. */
    callerAddress: string
    session: SignedIn | undefined
    token: TokenInUse | undefined
    call: Call | undefined
  }
}
