import type { ChannelId, Scope, UserId } from '#contract'
import type { Mutation } from './mutation.ts'

/** An access token's call that was held for approval and has been approved. */
export interface ApprovedCall {
  /** Such as `POST /messages`. */
  readonly operation: string
  readonly params: ReadonlyMap<string, string>
  /** The token's current state. */
  readonly token: {
    readonly id: number
    readonly userId: UserId
    readonly name: string
    readonly scopes: ReadonlySet<Scope>
    readonly onlyChannels: ReadonlySet<ChannelId> | undefined
    readonly hasEnded: boolean
  }
  readonly requestId: string
  readonly address: string
  /** Runs at the start of each of its mutations, in the same transaction. */
  begin(mutation: Mutation): Promise<void>
}
