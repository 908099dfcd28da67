import type { Mutation } from '#platform/organization'
import { activeLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { notifyModerators, settingsUrl } from '../../messages/actions/notices.ts'
import { textsIn } from '../texts.ts'

/** Minimum interval between notices. */
const minIntervalMs = 60 * 60_000

interface Counts {
  readonly joins: number
  readonly blocked: number
}

/** Posts a notice in the channel for moderation requests, unless a lockdown is active or one was posted recently. */
export async function suggestLockdown(mutation: Mutation, { joins, blocked }: Counts): Promise<void> {
  const { org } = mutation
  if (activeLockdown(org)) return
  const { topic, text } = textsIn(org.language).raid
  await notifyModerators(mutation, {
    topic,
    text: text(joins, blocked, settingsUrl(org, 'community-safety')),
    minIntervalMs,
  })
}
