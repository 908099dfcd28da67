import { policies, updateUserTopic } from '../../src/features/channels/user-topics/api.ts'
import { api } from '../transport/api.ts'
import { channel, isFollowed, isMuted } from './channels.ts'

type Policy = (typeof policies)[keyof typeof policies]

const setPolicy = (channelId: number, topic: string, policy: Policy) =>
  api.call(updateUserTopic, { stream_id: channelId, topic, visibility_policy: policy })

/** Mutes a topic, or ends that; in a muted channel, the topic is heard all the same, or no longer. */
export const toggleMuted = (channelId: number, topic: string): Promise<unknown> => {
  const isQuietChannel = Boolean(channel(channelId)?.is_muted)
  const next = isMuted(channelId, topic)
    ? isQuietChannel
      ? policies.unmuted
      : policies.none
    : isQuietChannel
      ? policies.none
      : policies.muted
  return setPolicy(channelId, topic, next)
}

/** Follows a topic, or ends that. */
export const toggleFollowed = (channelId: number, topic: string): Promise<unknown> =>
  setPolicy(channelId, topic, isFollowed(channelId, topic) ? policies.none : policies.followed)
