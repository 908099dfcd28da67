import type { Mutation } from '#platform/organization'
import type { Account } from '../../../people/users/account.ts'
import { actsOfSending, noteActs } from '../newcomer-limits/actions.ts'
import type { Recipient } from '../recipient.ts'
import { startInterval } from '../slow-mode/actions.ts'

interface Counted {
  readonly sender: Account
  readonly recipient: Recipient
  readonly topic: string
}

/** Counts a message for slow mode and the limits for new members, or throws before the first write. */
export async function countMessage(mutation: Mutation, message: Counted): Promise<void> {
  const { recipient, sender } = message
  const acts = await actsOfSending(mutation, message)
  if (recipient.kind === 'channel') await startInterval(mutation, recipient.channel.id, sender)
  await noteActs(mutation, acts)
}
