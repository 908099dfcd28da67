import { type Channel, channel } from '../store/channels.ts'
import { lockOn } from './own-locks.ts'
import { canInChannel } from './rights.ts'

const canIn = (channelId: number, permission: Parameters<typeof canInChannel>[0]): boolean => {
  const one = channel(channelId)
  return one !== undefined && canInChannel(permission, one)
}
const isOpen = (channelId: number, topic: string): boolean => lockOn({ kind: 'topic', channelId, topic }) === undefined

export const canRename = (channelId: number, topic: string): boolean =>
  canIn(channelId, 'moveWithin') && isOpen(channelId, topic)
export const canResolve = (channelId: number, topic: string): boolean =>
  canIn(channelId, 'resolve') && isOpen(channelId, topic)

/** Pinning for everyone in a channel. Removing a pin needs less: only permission to manage topics. */
export const canPinForAll = (channelId: number, isPinned: boolean): boolean =>
  canIn(channelId, isPinned ? 'tendTopics' : 'pin')

export const canPost = (one: Channel): boolean => canInChannel('post', one)
