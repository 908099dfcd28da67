import type { TopicsPolicy } from './wire.ts'

/** Why a topic isn't allowed; `inherit` is the organization's policy. */
export function topicError(
  topic: string,
  policy: TopicsPolicy,
  ofOrganization: Exclude<TopicsPolicy, 'inherit'>,
): 'needed' | 'unused' | undefined {
  const valid = policy === 'inherit' ? ofOrganization : policy
  if (topic === '' && valid === 'disable_empty_topic') return 'needed'
  if (topic !== '' && valid === 'empty_topic_only') return 'unused'
  return undefined
}
