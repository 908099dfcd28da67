import { mayInChannel } from '../permissions/rights.ts'
import { type Channel, channel } from '../store/channels.ts'

const mayIn = (channelId: number, deed: Parameters<typeof mayInChannel>[0]): boolean => {
  const one = channel(channelId)
  return one !== undefined && mayInChannel(deed, one)
}
export const mayRename = (channelId: number): boolean => mayIn(channelId, 'moveWithin')
export const mayResolve = (channelId: number): boolean => mayIn(channelId, 'resolve')

/** Pinning for everyone in a channel. Removing a pin needs less: only permission to manage topics. */
export const mayPinForAll = (channelId: number, isPinned: boolean): boolean =>
  mayIn(channelId, isPinned ? 'tendTopics' : 'pin')

export const mayPost = (one: Channel): boolean => mayInChannel('post', one)
