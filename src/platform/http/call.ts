import type { UserId } from '#contract'
import type { CostAccount } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Route, SignedIn, TokenInUse } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Allowance } from './limits.ts'

export const prefix = '/api/v1'

export interface Call {
  readonly route: Route
  readonly path: Map<string, string>
  readonly org: Organization | undefined
  readonly viewerId: UserId | undefined
  readonly spectator?: Viewer | undefined
  /** The account charged for it; `ended` stops the accounting. */
  readonly costAccount: CostAccount
  readonly ended: () => void
  /** Rejected before handling because too many requests were waiting. */
  isTurnedAway?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    allowance: Allowance | undefined
    /** The client's IP address, resolved through trusted proxies; Fastify's `ip` ignores them. */
    callerAddress: string
    session: SignedIn | undefined
    token: TokenInUse | undefined
    call: Call | undefined
  }
}
