import { policies, updateUserTopic } from '../../src/features/channels/user-topics/api.ts'
import { api } from '../transport/api.ts'
import { channel, isFollowed, isMuted, policyOf } from './channels.ts'
import { anticipate } from './connection.ts'

type Policy = (typeof policies)[keyof typeof policies]

/** Shown at once, and reverted if the server refuses. */
export async function setTopicPolicy(channelId: number, topic: string, policy: Policy): Promise<void> {
  const before = policyOf(channelId, topic)
  const show = (visibility_policy: number) =>
    anticipate({
      ...{ type: 'user_topic', stream_id: channelId, topic_name: topic },
      ...{ visibility_policy, last_updated: Math.floor(Date.now() / 1000) },
    })
  show(policy)
  try {
    await api.call(updateUserTopic, { stream_id: channelId, topic, visibility_policy: policy })
  } catch (problem) {
    show(before)
    throw problem
  }
}

/** Mutes or unmutes a topic; in a muted channel, unmutes it or resets that. */
export const toggleMuted = (channelId: number, topic: string): Promise<unknown> => {
  const isQuietChannel = Boolean(channel(channelId)?.is_muted)
  const next = isMuted(channelId, topic)
    ? isQuietChannel
      ? policies.unmuted
      : policies.none
    : isQuietChannel
      ? policies.none
      : policies.muted
  return setTopicPolicy(channelId, topic, next)
}

export const toggleFollowed = (channelId: number, topic: string): Promise<unknown> =>
  setTopicPolicy(channelId, topic, isFollowed(channelId, topic) ? policies.none : policies.followed)
