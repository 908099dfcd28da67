import { type Conversation, conversationKey, narrowKey } from './narrow.ts'

export type Target =
  | { readonly kind: 'topic'; readonly channelId: number | undefined; readonly topic: string }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

export function conversationOfTarget(to: Target): Conversation | undefined {
  if (to.kind === 'direct') return to.userIds.length > 0 ? { kind: 'direct', userIds: [...to.userIds] } : undefined
  return to.channelId === undefined ? undefined : { kind: 'topic', channelId: to.channelId, topic: to.topic.trim() }
}

/** Validates a stored value, which may come from an earlier build. */
export function isTarget(value: unknown): value is Target {
  const { kind, channelId, topic, userIds } = (value ?? {}) as Record<string, unknown>
  if (kind === 'direct') return Array.isArray(userIds) && userIds.every(Number.isSafeInteger)
  return kind === 'topic' && typeof topic === 'string' && (channelId === undefined || Number.isSafeInteger(channelId))
}

/** A canonical key. */
export function targetKey(to: Target): string {
  const conversation = conversationOfTarget(to)
  if (conversation) return conversationKey(conversation)
  return to.kind === 'direct' ? narrowKey([{ operator: 'dm', operand: [] }]) : `topic of no channel ${to.topic.trim()}`
}
