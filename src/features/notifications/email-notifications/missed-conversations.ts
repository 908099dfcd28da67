import type { ConversationId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { push } from '../../channels/subscriptions/lists-by-key.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { Wishes } from '../notifications/wishes.ts'
import type { WaitingRow } from './store.ts'

export type UnreadRow = WaitingRow & {
  conversation_id: ConversationId
  topic: string
  sender_id: UserId
  sent_at: Date
}

export interface MissedConversation {
  readonly user: Account
  readonly channel: Channel | undefined
  readonly topic: string
  readonly members: readonly Account[]
  /** Ascending; at least one. */
  readonly messages: readonly UnreadRow[]
}

interface Sorted {
  readonly due: MissedConversation[]
  /** Rows to remove: of these conversations, and those that need no mail. */
  readonly done: WaitingRow[]
}

const isUnread = (row: WaitingRow): row is UnreadRow => row.is_unread && row.conversation_id !== null

/** Groups rows by mail. Skips conversations whose first message isn't due yet. */
export async function sortOut(mutation: Mutation, rows: readonly WaitingRow[]): Promise<Sorted> {
  const { byId } = mutation.get(peopleCache)
  const channels = mutation.get(channelsCache)
  const done: WaitingRow[] = []
  const groups = new Map<string, UnreadRow[]>()
  const wishes = await Wishes.load(mutation, rows.filter(isUnread))
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
