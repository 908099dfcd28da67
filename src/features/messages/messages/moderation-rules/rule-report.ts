import type { MessageId } from '#contract'
import { hook } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'

export interface RuleReport {
  readonly ruleName: string
  readonly messageId: MessageId
  /** Whether it's in a public channel. */
  readonly isPublic: boolean
  /** Of the text: the author of a message, or someone who added an option to its poll or moved it to a new topic. */
  readonly author: Pick<Account, 'id'>
  readonly content: string
}

/** Called when a moderation rule reports a message, in the transaction that sends or changes it. */
export const ruleReported = hook<[RuleReport]>()
