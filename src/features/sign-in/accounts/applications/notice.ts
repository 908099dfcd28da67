import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { lastNoticeAt, sendAsBot } from '../../../messages/messages/actions/notices.ts'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import { minNoticeIntervalMs } from './limits.ts'

/** Posts a notice in the channel for moderation requests, unless there was one recently. */
export async function alertModerators(mutation: Mutation): Promise<void> {
  const { org, now } = mutation
  const channel = mutation.get(channelsCache).byId.get(settingsOf(org).moderation_request_channel_id)
  if (!channel || channel.isArchived) return
  const { topic, waiting } = textsIn(org.language).applications
  const last = await lastNoticeAt(mutation, channel, topic)
  if (last && now.getTime() - last.getTime() < minNoticeIntervalMs) return
  const url = `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#organization/applications`
  // without the applicant's name, which anyone can choose
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel }, topic, waiting(url))
}
