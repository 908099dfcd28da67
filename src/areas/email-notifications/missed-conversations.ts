import type { ConversationId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Channel } from '../channels/channel.ts'
import { channelsMirror } from '../channels/mirror.ts'
import { Wishes } from '../notifications/wishes.ts'
import { push } from '../subscriptions/lists-by-key.ts'
import type { Account } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import type { WaitingRow } from './store.ts'

/** A message that is still there, unread and for this person. */
export type UnreadRow = WaitingRow & {
  conversation_id: ConversationId
  topic: string
  sender_id: UserId
  sent_at: Date
}

/** What one mail is about: the unread messages of one conversation, as one person sees it. */
export interface MissedConversation {
  readonly user: Account
  /** Undefined for a direct conversation. */
  readonly channel: Channel | undefined
  readonly topic: string
  /** The people of a direct conversation. */
  readonly members: readonly Account[]
  /** Ascending, at least one. */
  readonly messages: readonly UnreadRow[]
}

interface Sorted {
  /** Conversations whose time is up. */
  readonly due: MissedConversation[]
  /** Rows that are dealt with: of these conversations, and those that need no mail any more. */
  readonly done: WaitingRow[]
}

const isUnread = (row: WaitingRow): row is UnreadRow => row.is_unread && row.conversation_id !== null

/** Puts together what belongs into one mail. Conversations whose first message waits on are left as they are. */
export async function sortOut(act: Act, rows: readonly WaitingRow[]): Promise<Sorted> {
  const { byId } = act.get(peopleMirror)
  const channels = act.get(channelsMirror)
  const done: WaitingRow[] = []
  const groups = new Map<string, UnreadRow[]>()
  // what somebody has turned off or muted since is not mailed
  const wishes = await Wishes.load(act, rows.filter(isUnread))
  for (const row of rows) {
    if (isUnread(row) && wishes.stillHolds(row, 'email', row.trigger))
      push(groups, `${row.user_id} ${row.conversation_id} ${row.topic.toLowerCase()}`, row)
    else done.push(row)
  }
  const due: MissedConversation[] = []
  for (const messages of groups.values()) {
    if (!messages.some(({ is_due }) => is_due)) continue
    done.push(...messages)
    const last = messages.at(-1) as UnreadRow
    due.push({
      user: byId.get(last.user_id) as Account,
      channel: channels.ofConversation(last.conversation_id),
      topic: last.topic,
      members: (last.member_ids ?? []).flatMap((id) => byId.get(id) ?? []),
      messages,
    })
  }
  return { due, done }
}
