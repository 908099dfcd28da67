import { type GroupSettingValue, isAdministrator, isModerator, roles } from '#contract'
import type { Message } from '../../src/areas/messages/wire.ts'
import { type Channel, channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { isMine } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'

/** Whether something may be done; until when, or until when it could be. */
export interface Right {
  readonly may: 'yes' | 'too late' | 'no'
  readonly until?: Date
}

const yes: Right = { may: 'yes' }
const no: Right = { may: 'no' }

const setting = <T>(name: string): T | undefined => part<T>(`realm_${name}`).value
const own = () => person(ownId.value) ?? { role: roles.member }

function within(message: Message, limitSecs: number | null | undefined): Right {
  if (limitSecs === null || limitSecs === undefined) return yes
  const until = new Date((message.timestamp + limitSecs) * 1000)
  return { may: until.getTime() > Date.now() ? 'yes' : 'too late', until }
}

type Permission = `can_${string}_group`
const inRealm = (name: Permission): boolean => isMine(setting<GroupSettingValue>(name))
const inChannel = (one: Channel | undefined, name: Permission): boolean =>
  one !== undefined && isMine((one as never as Record<string, GroupSettingValue | undefined>)[name])
const administers = (one: Channel | undefined): boolean =>
  isAdministrator(own()) || inChannel(one, 'can_administer_channel_group')

const channelOf = ({ stream_id }: Message) => (stream_id === undefined ? undefined : channel(stream_id))
const isArchived = (message: Message): boolean => Boolean(channelOf(message)?.is_archived)

/** To change the text: people change what they have written, as long as the organization lets them. */
export function mayEdit(message: Message): Right {
  if (message.sender_id !== ownId.value || message.submessages.length > 0 || isArchived(message)) return no
  if (setting<boolean>('allow_message_editing') === false) return no
  return within(message, setting<number | null>('message_content_edit_limit_seconds'))
}

export function mayDelete(message: Message): Right {
  const one = channelOf(message)
  if (inRealm('can_delete_any_message_group') || inChannel(one, 'can_delete_any_message_group')) return yes
  const sender = person(message.sender_id) as { bot_owner_id?: number | null } | undefined
  const isOwn = message.sender_id === ownId.value || sender?.bot_owner_id === ownId.value
  const may = inRealm('can_delete_own_message_group') || inChannel(one, 'can_delete_own_message_group')
  return isOwn && may ? within(message, setting<number | null>('message_content_delete_limit_seconds')) : no
}

const mayRenameIn = (one: Channel | undefined): boolean =>
  inRealm('can_move_messages_between_topics_group') ||
  inChannel(one, 'can_move_messages_within_channel_group') ||
  administers(one)
const mayLeave = (one: Channel | undefined): boolean =>
  inRealm('can_move_messages_between_channels_group') ||
  inChannel(one, 'can_move_messages_out_of_channel_group') ||
  administers(one)

const isExempt = (): boolean => isModerator(own())

/** To another topic of the channel. */
export function mayChangeTopic(message: Message): Right {
  if (message.type !== 'stream' || isArchived(message) || !mayRenameIn(channelOf(message))) return no
  return isExempt() ? yes : within(message, setting<number | null>('move_messages_within_stream_limit_seconds'))
}

/** To another channel. */
export function mayChangeChannel(message: Message): Right {
  if (message.type !== 'stream' || isArchived(message) || !mayLeave(channelOf(message))) return no
  return isExempt() ? yes : within(message, setting<number | null>('move_messages_between_streams_limit_seconds'))
}

/** To another topic or channel, whichever is possible for longer. */
export function mayMove(message: Message): Right {
  const [topic, elsewhere] = [mayChangeTopic(message), mayChangeChannel(message)]
  if (topic.may === 'yes' || elsewhere.may === 'no') return topic
  return elsewhere
}

export const mayRename = (channelId: number): boolean =>
  !channel(channelId)?.is_archived && mayRenameIn(channel(channelId))

export const mayResolve = (channelId: number): boolean =>
  !channel(channelId)?.is_archived &&
  (inRealm('can_resolve_topics_group') || inChannel(channel(channelId), 'can_resolve_topics_group'))

export const mayPost = (one: Channel): boolean => !one.is_archived && inChannel(one, 'can_send_message_group')

export const maySeeHistory = ({ last_edit_timestamp, last_moved_timestamp }: Message): boolean =>
  setting<string>('message_edit_history_visibility_policy') !== 'none' &&
  (last_edit_timestamp !== undefined || last_moved_timestamp !== undefined)

export const maySeeReceipts = (): boolean => setting<boolean>('enable_read_receipts') === true

export const mayReport = ({ sender_id }: Message): boolean =>
  sender_id !== ownId.value && (setting<number>('moderation_request_channel_id') ?? -1) >= 0
