import type { ChannelId, Scope, UserId } from '#contract'
import type { Mutation } from './mutation.ts'

/** A call with an access token that was held back, and of which somebody has approved. */
export interface ApprovedCall {
  /** `POST /messages` */
  readonly operation: string
  /** As they came. */
  readonly params: ReadonlyMap<string, string>
  /** As it is now. */
  readonly token: {
    readonly id: number
    readonly userId: UserId
    readonly name: string
    readonly scopes: ReadonlySet<Scope>
    readonly onlyChannels: ReadonlySet<ChannelId> | undefined
    readonly hasEnded: boolean
  }
  /** By what its acts are known to belong together. */
  readonly requestId: string
  /** From where it came. */
  readonly address: string
  /** At the beginning of each of its acts, in the same transaction. */
  begin(mutation: Mutation): Promise<void>
}
