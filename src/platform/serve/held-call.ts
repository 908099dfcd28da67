import type { Endpoint } from '#contract'
import type { TokenInUse } from './request.ts'

/** Thrown before an agent's action that needs approval; nothing was changed. */
export class HeldBack extends Error {
  /** The reason, as named by the feature that throws it. */
  readonly reason: string

  constructor(reason: string) {
    super(`This requires approval: ${reason}`)
    this.reason = reason
  }
}

/** A call with an access token. */
export interface HeldCall {
  readonly endpoint: Endpoint
  readonly params: ReadonlyMap<string, string>
  readonly token: TokenInUse
  /** The client's address. */
  readonly address: string
}
