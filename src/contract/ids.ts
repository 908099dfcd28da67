import { z } from 'zod'
import { int, list } from './codec.ts'

/*
 * IDs are branded so that one kind can't be passed for another. The brands come from the tables and the declarations of
 * endpoints and events: clients pass and read plain numbers.
 */

export type UserId = number & z.core.$brand<'user'>
export type ChannelId = number & z.core.$brand<'channel'>
export type MessageId = number & z.core.$brand<'message'>
export type GroupId = number & z.core.$brand<'group'>
/** A channel, or a set of people in a direct conversation; "recipient" in the API. */
export type ConversationId = number & z.core.$brand<'conversation'>

export const id = z.int().nonnegative()

/** Parameters: clients pass numbers, the server gets branded IDs. */
export const UserId = id.brand<'user'>()
export const ChannelId = id.brand<'channel'>()
export const MessageId = id.brand<'message'>()
export const GroupId = id.brand<'group'>()

/** Responses and events: the server must pass branded IDs, clients get numbers. */
export const UserIdOut = int.brand<'user', 'in'>()
export const ChannelIdOut = int.brand<'channel', 'in'>()
export const MessageIdOut = int.brand<'message', 'in'>()
export const GroupIdOut = int.brand<'group', 'in'>()

/** Maximum IDs in one list: all users of a large organization. */
export const maxIds = 20_000
export const ids = list(int, { max: maxIds })
export const UserIds = list(int.brand<'user'>(), { max: maxIds })
export const ChannelIds = list(int.brand<'channel'>(), { max: maxIds })
export const GroupIds = list(int.brand<'group'>(), { max: maxIds })

/* Brands a number from a text, URL, or event, where only the caller knows what it identifies. */
export const asUserId = (number: number): UserId => number as UserId
export const asChannelId = (number: number): ChannelId => number as ChannelId
export const asMessageId = (number: number): MessageId => number as MessageId
export const asGroupId = (number: number): GroupId => number as GroupId
export const asConversationId = (number: number): ConversationId => number as ConversationId

/** The value of a permission: a user group's ID, or users and groups. */
export const GroupSettingValue = z.union([
  int.brand<'group'>(),
  z.object({ direct_members: UserIds, direct_subgroups: GroupIds }),
])
export type GroupSettingValue = z.output<typeof GroupSettingValue>
