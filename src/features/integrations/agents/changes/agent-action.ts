import type { ChannelId, MessageId } from '#contract'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { MovedBetween } from '../../../messages/messages/actions/put-back.ts'
import type { ChangedReaction } from '../../../messages/messages/hooks.ts'

export type AgentAction =
  /** Hash of the text. */
  | { readonly kind: 'message'; readonly id: MessageId; readonly hash: string }
  /** Hash of the new text. */
  | { readonly kind: 'edit'; readonly id: MessageId; readonly before: string; readonly hash: string }
  | ({ readonly kind: 'move' } & MovedBetween)
  | { readonly kind: 'deletion'; readonly ids: readonly MessageId[] }
  | ({ readonly kind: 'reaction' } & ChangedReaction)
  | { readonly kind: 'flags'; readonly flag: string; readonly op: 'add' | 'remove'; readonly ids: readonly MessageId[] }
  /** Only the settings that were changed. */
  | {
      readonly kind: 'channel'
      readonly id: ChannelId
      readonly before: Partial<Channel>
      readonly after: Partial<Channel>
    }
  | { readonly kind: 'scheduled_message'; readonly id: number }
  | { readonly kind: 'reminder'; readonly id: number }

export interface ActionOut {
  readonly kind: AgentAction['kind']
  /** The first message. */
  readonly message_id?: MessageId
  readonly stream_id?: ChannelId
  readonly count: number
}

export function serializeAction(action: AgentAction): ActionOut {
  switch (action.kind) {
    case 'message':
    case 'edit':
      return { kind: action.kind, message_id: action.id, count: 1 }
    case 'reaction':
      return { kind: action.kind, message_id: action.messageId, count: 1 }
    case 'move':
    case 'deletion':
    case 'flags': {
      const [first] = action.ids
      return { kind: action.kind, ...(first === undefined ? {} : { message_id: first }), count: action.ids.length }
    }
    case 'channel':
      return { kind: action.kind, stream_id: action.id, count: 1 }
    default:
      return { kind: action.kind, count: 1 }
  }
}

export function channelAction(before: Channel, after: Channel): AgentAction {
  const names = (Object.keys(after) as (keyof Channel)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const some = (channel: Channel) => Object.fromEntries(names.map((name) => [name, channel[name]]))
  return { kind: 'channel', id: before.id, before: some(before), after: some(after) }
}
