import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { activeLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { lastNoticeAt, sendAsBot } from '../../messages/actions/notices.ts'
import { textsIn } from '../texts.ts'

/** Minimum interval between notices. */
const minIntervalMs = 60 * 60_000

interface Counts {
  readonly joins: number
  readonly blocked: number
}

/** Posts a notice in the channel for moderation requests, unless a lockdown is active or one was posted recently. */
export async function suggestLockdown(mutation: Mutation, { joins, blocked }: Counts): Promise<void> {
  const { org, now } = mutation
  const channel = mutation.get(channelsCache).byId.get(settingsOf(org).moderation_request_channel_id)
  if (!channel || channel.isArchived || activeLockdown(org)) return
  const { topic, text } = textsIn(org.language).raid
  const last = await lastNoticeAt(mutation, channel, topic)
  if (last && now.getTime() - last.getTime() < minIntervalMs) return
  const url = `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#organization/community-safety`
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, topic, text(joins, blocked, url))
}
