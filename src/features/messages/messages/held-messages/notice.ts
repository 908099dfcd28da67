import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { lastNoticeAt, sendAsBot, settingsUrl, silent } from '../actions/notices.ts'
import { textsIn } from '../texts.ts'
import { isReviewable } from './access.ts'
import { heldMessagesCache } from './cache.ts'
import { minNoticeIntervalMs } from './limits.ts'

/** Posts a notice about an author's held message in the channel for moderation requests, unless an earlier one covers it. */
export async function alertModerators(mutation: Mutation, author: Account): Promise<void> {
  const { org, now } = mutation
  const channel = mutation.get(channelsCache).byId.get(settingsOf(org).moderation_request_channel_id)
  if (!channel || channel.isArchived) return
  const { topic, waiting } = textsIn(org.language).held
  const last = await lastNoticeAt(mutation, channel, topic)
  if (last) {
    // an author could hold and withdraw messages all day
    if (now.getTime() - last.getTime() < minNoticeIntervalMs) return
    const known = [...mutation.get(heldMessagesCache).values()].flat()
    if (known.some(({ held_at, channel_id }) => held_at <= last && isReviewable(org, channel_id))) return
  }
  const recipient = { kind: 'channel', channel } as const
  const text = waiting(silent(author), settingsUrl(org, 'held-messages'))
  await sendAsBot(mutation, 'notification-bot', recipient, topic, text, { ignoresAlertWords: true })
}
