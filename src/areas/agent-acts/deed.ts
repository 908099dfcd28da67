import type { ChannelId, MessageId } from '#contract'
import type { Channel } from '../channels/channel.ts'
import type { MovedBetween } from '../messages/actions/put-back.ts'
import type { ChangedReaction } from '../messages/hooks.ts'

export type Deed =
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

export interface ToldDeed {
  readonly kind: Deed['kind']
  /** The first message. */
  readonly message_id?: MessageId
  readonly stream_id?: ChannelId
  readonly count: number
}

export function told(deed: Deed): ToldDeed {
  switch (deed.kind) {
    case 'message':
    case 'edit':
      return { kind: deed.kind, message_id: deed.id, count: 1 }
    case 'reaction':
      return { kind: deed.kind, message_id: deed.messageId, count: 1 }
    case 'move':
    case 'deletion':
    case 'flags': {
      const [first] = deed.ids
      return { kind: deed.kind, ...(first === undefined ? {} : { message_id: first }), count: deed.ids.length }
    }
    case 'channel':
      return { kind: deed.kind, stream_id: deed.id, count: 1 }
    default:
      return { kind: deed.kind, count: 1 }
  }
}

export function channelDeed(before: Channel, after: Channel): Deed {
  const names = (Object.keys(after) as (keyof Channel)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const some = (channel: Channel) => Object.fromEntries(names.map((name) => [name, channel[name]]))
  return { kind: 'channel', id: before.id, before: some(before), after: some(after) }
}
