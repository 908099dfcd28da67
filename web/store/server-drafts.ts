import type { Draft as ServerDraft } from '../../src/features/messages/drafts/api.ts'
import { conversationOfTarget, type Target } from '../narrow/target.ts'
import { part } from './connection.ts'

export const onServer = part<ServerDraft[]>('drafts')

export const serverDraft = (id: number | undefined): ServerDraft | undefined =>
  id === undefined ? undefined : (onServer.peek() ?? []).find((one) => one.id === id)

export function targetOf({ type, to, topic }: ServerDraft): Target {
  if (type === 'private') return { kind: 'direct', userIds: to }
  return { kind: 'topic', channelId: to[0], topic }
}

export const asServer = ({ target, text, at }: { target: Target; text: string; at: number }) => {
  const conversation = conversationOfTarget(target)
  return {
    type: !conversation ? ('' as const) : target.kind === 'topic' ? ('stream' as const) : ('private' as const),
    to: conversation?.kind === 'topic' ? [conversation.channelId] : [...(conversation?.userIds ?? [])],
    topic: target.kind === 'topic' ? target.topic.trim() : '',
    content: text,
    timestamp: at,
  }
}
