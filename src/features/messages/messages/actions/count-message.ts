import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { needsReview } from '../held-messages/access.ts'
import { cannotHold } from '../held-messages/errors.ts'
import { checkedMessage, checkRules, type Posted } from '../moderation-rules/access.ts'
import type { ReportingRule } from '../moderation-rules/wire.ts'
import { countsOfSending, writeCounts } from '../newcomer-limits/actions.ts'
import type { Recipient } from '../recipient.ts'
import { startInterval } from '../slow-mode/actions.ts'

interface Counted {
  readonly sender: Account
  readonly recipient: Recipient
  readonly topic: string
}

/** Counts the message, and returns the rule that reports it, if any. Throws if a moderator has to review it first, or if it breaks a rule or exceeds a limit. */
export async function checkLimits(
  mutation: Mutation,
  message: Posted & {
    readonly review?: 'released' | 'notNeeded' | undefined
    readonly reportedBy?: ReportingRule | undefined
  },
): Promise<ReportingRule | undefined> {
  if (message.review === 'released') return undefined
  let { reportedBy } = message
  if (message.review === undefined) {
    if (await needsReview(mutation, message)) throw cannotHold({ rule: 'held' })
    reportedBy = (await checkRules(mutation, checkedMessage(message))) ?? reportedBy
  }
  await countMessage(mutation, message)
  return reportedBy
}

/** Counts a message for slow mode and the limits for new members, or throws before the first write. */
export async function countMessage(mutation: Mutation, message: Counted): Promise<void> {
  const { recipient, sender } = message
  const counts = await countsOfSending(mutation, message)
  if (recipient.kind === 'channel') await startInterval(mutation, recipient.channel.id, sender)
  await writeCounts(mutation, counts)
}
