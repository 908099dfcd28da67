import { type Channel, channel } from '../store/channels.ts'
import { canInChannel } from './rights.ts'

const canIn = (channelId: number, permission: Parameters<typeof canInChannel>[0]): boolean => {
  const one = channel(channelId)
  return one !== undefined && canInChannel(permission, one)
}
export const canRename = (channelId: number): boolean => canIn(channelId, 'moveWithin')
export const canResolve = (channelId: number): boolean => canIn(channelId, 'resolve')

/** Pinning for everyone in a channel. Removing a pin needs less: only permission to manage topics. */
export const canPinForAll = (channelId: number, isPinned: boolean): boolean =>
  canIn(channelId, isPinned ? 'tendTopics' : 'pin')

export const canPost = (one: Channel): boolean => canInChannel('post', one)
