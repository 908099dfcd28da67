import type { ConversationId, MessageId, UserId } from '#contract'
import { topicKey } from '#contract'
import { policies } from '../../../channels/user-topics/api.ts'
import type { UnreadTopic } from '../store/unread.ts'
import { type Reason, reasons } from './api.ts'

export interface Interests {
  /** Messages that mention the user: true by name, false by a topic wildcard. */
  readonly calls: ReadonlyMap<MessageId, boolean>
  /** Topics that the user wrote in recently, by {@link placeKey}. */
  readonly own: ReadonlySet<string>
  policyOf(conversationId: ConversationId, topic: string): number | undefined
  isMuted(conversationId: ConversationId, topic: string): boolean
  /** For a direct conversation, by its members. */
  isDirectMuted(memberIds: readonly UserId[]): boolean
}

export interface Reasoned {
  readonly reason: Reason
  readonly unread: UnreadTopic
  /** Unread messages that mention the user, ascending. */
  readonly called: readonly MessageId[]
}

function reasoned(unread: UnreadTopic, known: Interests): Reasoned | undefined {
  const { conversation_id, topic, ids } = unread
  const isMuted = unread.member_ids ? known.isDirectMuted(unread.member_ids) : known.isMuted(conversation_id, topic)
  const everyone = new Set(unread.wildcard_ids)
  const called = ids.filter((id) => known.calls.get(id) || (!isMuted && (known.calls.has(id) || everyone.has(id))))
  const reason = (): Reason | undefined => {
    if (unread.member_ids) return isMuted && called.length === 0 ? undefined : 'direct'
    if (called.length > 0) return 'mentioned'
    if (isMuted) return undefined
    if (known.policyOf(conversation_id, topic) === policies.followed) return 'followed'
    return known.own.has(topicKey(conversation_id, topic)) ? 'participated' : 'lively'
  }
  const found = reason()
  return found && { reason: found, unread, called }
}

const newest = ({ unread }: Reasoned): number => unread.ids.at(-1) ?? 0

/** By reason, most important first; within a reason newest first, except `lively`: most messages first. */
export function inOrder(topics: readonly UnreadTopic[], known: Interests): Reasoned[] {
  return topics
    .flatMap((one) => reasoned(one, known) ?? [])
    .sort(
      (a, b) =>
        reasons.indexOf(a.reason) - reasons.indexOf(b.reason) ||
        (a.reason === 'lively' ? b.unread.ids.length - a.unread.ids.length : 0) ||
        newest(b) - newest(a),
    )
}

export const totalsOf = (all: readonly Reasoned[]) =>
  reasons.flatMap((reason) => {
    const those = all.filter((one) => one.reason === reason)
    const messages = those.reduce((sum, { unread }) => sum + unread.ids.length, 0)
    return those.length === 0 ? [] : [{ reason, conversations: those.length, messages }]
  })

export function firstOfEach(all: readonly Reasoned[], limit: number): Reasoned[] {
  const taken = new Map<Reason, number>()
  return all.filter(({ reason }) => {
    const count = (taken.get(reason) ?? 0) + 1
    taken.set(reason, count)
    return count <= limit
  })
}
