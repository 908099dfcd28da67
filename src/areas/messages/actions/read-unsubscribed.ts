import type { ChannelId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { UnsubscribeResult } from '../../subscriptions/actions/unsubscribe.ts'
import { flagsAdded } from '../api/flags.ts'
import { messagesRead } from '../hooks.ts'
import { unreadOfEnded } from '../store/read-state.ts'

/** More people and channels than this at once are left to what their clients make of the lost subscriptions. */
const mostPairs = 500
const mostListed = 5_000

/**
 * Only what comes during the present subscription can be unread, so ending it needs no further writing; clients are
 * told what is read now.
 */
export async function readAfterUnsubscribing(act: Act, { removed }: Pick<UnsubscribeResult, 'removed'>): Promise<void> {
  const userIds: UserId[] = []
  const channelIds: ChannelId[] = []
  for (const [user, channels] of removed)
    for (const { id } of channels) {
      userIds.push(user)
      channelIds.push(id)
    }
  if (userIds.length > mostPairs) return
  for (const { user_id, ids } of await unreadOfEnded(act.tx, { userIds, channelIds }, act.position, mostListed)) {
    act.emit(flagsAdded, { operation: 'add', flag: 'read', messages: ids, all: false }, [user_id])
    await messagesRead(act, { userIds: [user_id], messageIds: ids })
  }
}
