import { z } from 'zod'
import { int, list } from './codec.ts'

/*
 * Ids of different things are different types, so that one cannot be taken for another; each is a number for whoever
 * reads it. They have their brands from the tables and from the declarations of endpoints and events: what a client
 * passes is any number, and has a brand where the server reads it.
 */

export type UserId = number & z.core.$brand<'user'>
export type ChannelId = number & z.core.$brand<'channel'>
export type MessageId = number & z.core.$brand<'message'>
export type GroupId = number & z.core.$brand<'group'>
/** Of a channel, or of the people who write to each other: what the API calls a recipient. */
export type ConversationId = number & z.core.$brand<'conversation'>

/** A whole number that can be the id of something. */
export const id = z.int().nonnegative()

/** Ids as parameters: clients pass numbers, the server reads ids. */
export const UserId = id.brand<'user'>()
export const ChannelId = id.brand<'channel'>()
export const MessageId = id.brand<'message'>()
export const GroupId = id.brand<'group'>()

/** Ids in answers and events: the server tells ids of this kind only, clients read numbers. */
export const UserIdOut = int.brand<'user', 'in'>()
export const ChannelIdOut = int.brand<'channel', 'in'>()
export const MessageIdOut = int.brand<'message', 'in'>()
export const GroupIdOut = int.brand<'group', 'in'>()

/** How many ids one list of people, groups or channels may hold: everybody of a large organization. */
export const maxIds = 20_000
/** A list of ids. */
export const ids = list(int, { max: maxIds })
export const UserIds = list(int.brand<'user'>(), { max: maxIds })
export const ChannelIds = list(int.brand<'channel'>(), { max: maxIds })
export const GroupIds = list(int.brand<'group'>(), { max: maxIds })

/*
 * For numbers of which only the caller knows what they are: one that stands in a text, in an address or in an event.
 * Nothing else makes an id of a number.
 */
export const asUserId = (number: number): UserId => number as UserId
export const asChannelId = (number: number): ChannelId => number as ChannelId
export const asMessageId = (number: number): MessageId => number as MessageId
export const asGroupId = (number: number): GroupId => number as GroupId
export const asConversationId = (number: number): ConversationId => number as ConversationId

/** Who holds a permission: the id of a user group, or the people and groups themselves. */
export const GroupSettingValue = z.union([
  int.brand<'group'>(),
  z.object({ direct_members: UserIds, direct_subgroups: GroupIds }),
])
export type GroupSettingValue = z.output<typeof GroupSettingValue>
