import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { sendAsBot, silent } from '../actions/notices.ts'
import { notificationBot } from '../actions/notify.ts'
import { textsIn } from '../texts.ts'
import { isReviewable } from './access.ts'
import { heldMessagesCache } from './cache.ts'
import { minNoticeIntervalMs } from './limits.ts'
import * as store from './store.ts'

/** Posts a notice about an author's held message in the channel for moderation requests, unless an earlier one covers it. */
export async function alertModerators(mutation: Mutation, author: Account): Promise<void> {
  const { tx, org, now } = mutation
  const channel = mutation.get(channelsCache).byId.get(settingsOf(org).moderation_request_channel_id)
  if (!channel || channel.isArchived) return
  const { topic, waiting } = textsIn(org.language).held
  const place = { conversationId: channel.conversationId, senderId: notificationBot(org).id, topic }
  const last = await store.lastMessageAt(tx, place)
  if (last) {
    // an author could hold and withdraw messages all day
    if (now.getTime() - last.getTime() < minNoticeIntervalMs) return
    const known = [...mutation.get(heldMessagesCache).values()].flat()
    if (known.some(({ held_at, channel_id }) => held_at <= last && isReviewable(org, channel_id))) return
  }
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, topic, waiting(silent(author)))
}
