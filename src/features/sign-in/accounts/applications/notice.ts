import type { Mutation } from '#platform/organization'
import { notifyModerators, settingsUrl } from '../../../messages/messages/actions/notices.ts'
import { textsIn } from '../texts.ts'
import { minNoticeIntervalMs } from './limits.ts'

/** Posts a notice in the channel for moderation requests, at most once an hour. */
export async function alertModerators(mutation: Mutation): Promise<void> {
  const { topic, waiting } = textsIn(mutation.org.language).applications
  // without the applicant's name, which anyone can choose
  const text = waiting(settingsUrl(mutation.org, 'applications'))
  await notifyModerators(mutation, { topic, text, minIntervalMs: minNoticeIntervalMs })
}
