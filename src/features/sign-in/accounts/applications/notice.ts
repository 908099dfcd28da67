import type { Mutation } from '#platform/organization'
import { notifyModerators } from '../../../messages/messages/actions/notices.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import { minNoticeIntervalMs } from './limits.ts'

/** Posts a notice in the channel for moderation requests, at most once an hour. */
export async function alertModerators(mutation: Mutation): Promise<void> {
  const { org } = mutation
  const { topic, waiting } = textsIn(org.language).applications
  const url = `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#organization/applications`
  // without the applicant's name, which anyone can choose
  await notifyModerators(mutation, { topic, text: waiting(url), minIntervalMs: minNoticeIntervalMs })
}
