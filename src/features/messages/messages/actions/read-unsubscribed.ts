import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { UnsubscribeResult } from '../../../channels/subscriptions/actions/unsubscribe.ts'
import { flagsAdded } from '../api/flags.ts'
import { messagesRead } from '../hooks.ts'
import { unreadOfEnded } from '../store/read-state.ts'

/** Above these limits no events are sent; clients derive the change from the lost subscriptions. */
const maxPairs = 500
const maxListed = 5_000

/** Only messages of the current subscription can be unread, so this writes nothing and notifies clients. */
export async function readAfterUnsubscribing(
  mutation: Mutation,
  { removed }: Pick<UnsubscribeResult, 'removed'>,
): Promise<void> {
  const userIds: UserId[] = []
  const channelIds: ChannelId[] = []
  for (const [user, channels] of removed)
    for (const { id } of channels) {
      userIds.push(user)
      channelIds.push(id)
    }
  if (userIds.length > maxPairs) return
  for (const { user_id, ids } of await unreadOfEnded(
    mutation.tx,
    { userIds, channelIds },
    mutation.position,
    maxListed,
  )) {
    mutation.emit(flagsAdded, { operation: 'add', flag: 'read', messages: ids, all: false }, [user_id])
    await messagesRead(mutation, { userIds: [user_id], messageIds: ids })
  }
}
