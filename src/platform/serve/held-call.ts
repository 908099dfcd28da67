import type { Endpoint } from '#contract'
import type { TokenInUse } from './request.ts'

/** Thrown where what an agent is about to do has to wait for somebody: nothing of it is done. */
export class HeldBack extends Error {
  /** Why, as the feature that throws it calls it. */
  readonly reason: string

  constructor(reason: string) {
    super(`This has to wait for somebody: ${reason}`)
    this.reason = reason
  }
}

/** A call with an access token, as it came. */
export interface HeldCall {
  readonly endpoint: Endpoint
  readonly params: ReadonlyMap<string, string>
  readonly token: TokenInUse
  /** From where. */
  readonly address: string
}
