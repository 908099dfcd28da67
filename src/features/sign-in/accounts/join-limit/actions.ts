import type { Mutation } from '#platform/organization'
import { notifyModerators, settingsUrl } from '../../../messages/messages/actions/notices.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import { hourMs, pausedUntil } from './access.ts'

/** Tells moderators that joining is paused, if this account is the last one that the limit allows. Call it when creating the account. */
export async function announceJoinLimit(mutation: Mutation): Promise<void> {
  const { org, now } = mutation
  const until = pausedUntil(org, now)
  if (!until) return
  const { topic, text } = textsIn(org.language).joinLimit
  await notifyModerators(mutation, {
    topic,
    text: text(
      settingsOf(org).joins_per_hour ?? 0,
      `<time:${until.toISOString()}>`,
      settingsUrl(org, 'community-safety'),
    ),
    minIntervalMs: hourMs,
  })
}
