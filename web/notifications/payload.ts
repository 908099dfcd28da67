import type { Conversation } from '../narrow/narrow.ts'
import type { Notice } from './notice.ts'

/** The push payload: docs/push.md. */
export type PushPayload =
  | MessagePayload
  | CallPayload
  | { readonly type: 'remove'; readonly user_id: number; readonly message_ids: readonly number[] }
  | { readonly type: 'test'; readonly user_id: number; readonly realm_name: string }

interface MessagePayload {
  readonly type: 'message'
  readonly user_id: number
  readonly realm_name: string
  readonly sender_full_name: string
  readonly sender_avatar_url: string
  readonly message_id: number
  readonly time: number
  readonly content: string
  readonly recipient_type: 'channel' | 'direct'
  readonly channel_id?: number
  readonly channel_name?: string
  readonly topic?: string
  readonly recipient_user_ids?: readonly number[]
  readonly digest?: Readonly<Record<string, number>>
}

/** A call rings until a removal or a notification of its message arrives. */
export interface CallPayload {
  readonly type: 'call'
  readonly user_id: number
  readonly sender_full_name: string
  readonly sender_avatar_url: string
  readonly message_id: number
  readonly call_id: number
  /** UNIX seconds. */
  readonly until: number
  readonly silent: boolean
}

export const noticeOf = (payload: MessagePayload): Notice => ({
  account: payload.user_id,
  conversation: conversationOf(payload),
  channelName: payload.channel_name,
  organization: payload.realm_name,
  lines: [{ id: payload.message_id, sender: payload.sender_full_name, text: payload.content, at: payload.time * 1000 }],
  icon: payload.sender_avatar_url,
  isDigest: payload.digest !== undefined,
})

function conversationOf({
  channel_id,
  topic = '',
  recipient_user_ids,
  user_id,
}: MessagePayload): Conversation | undefined {
  if (channel_id !== undefined) return { kind: 'topic', channelId: channel_id, topic }
  if (!recipient_user_ids) return undefined
  const others = recipient_user_ids.filter((id) => id !== user_id).sort((a, b) => a - b)
  return { kind: 'direct', userIds: others.length > 0 ? others : [user_id] }
}
