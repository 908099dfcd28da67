import type { Mutation } from '#platform/organization'
import { organizationCache } from '../../../people/organization/cache.ts'
import { activeLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { notifyModerators } from '../../messages/actions/notices.ts'
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
  const url = `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#organization/community-safety`
  await notifyModerators(mutation, { topic, text: text(joins, blocked, url), minIntervalMs })
}
