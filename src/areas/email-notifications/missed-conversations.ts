import type { ConversationId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Channel } from '../channels/channel.ts'
import { channelsMirror } from '../channels/mirror.ts'
import { mutedConversationsMirror } from '../mutes/mirror.ts'
import { choicesMirror } from '../notifications/choices-mirror.ts'
import { policiesIn } from '../notifications/topic-policies-mirror.ts'
import type { Trigger } from '../notifications/triggers.ts'
import { personal } from '../user-settings/user-setting.ts'
import { policies } from '../user-topics/api.ts'
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
  for (const row of rows) {
    const account = byId.get(row.user_id)
    if (!isUnread(row) || !account?.isActive || !(await isStillWanted(act, account, row))) {
      done.push(row)
      continue
    }
    const key = `${row.user_id} ${row.conversation_id} ${row.topic.toLowerCase()}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
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

const settingOf = (trigger: Trigger) =>
  trigger === 'followed_topic_email_notify'
    ? 'enable_followed_topic_email_notifications'
    : trigger === 'stream_email_notify'
      ? 'enable_stream_email_notifications'
      : 'enable_offline_email_notifications'

/** What somebody has turned off or muted since is not mailed. Personal calls reach people in what they have muted. */
async function isStillWanted(act: Act, account: Account, row: UnreadRow): Promise<boolean> {
  const channel = act.get(channelsMirror).ofConversation(row.conversation_id)
  const choice = channel && act.get(choicesMirror).of(channel.id, account.id)
  const chosen = row.trigger === 'stream_email_notify' ? choice?.email : null
  if (!(chosen ?? personal(account, settingOf(row.trigger)))) return false
  if (row.trigger === 'direct_message') {
    const members = (row.member_ids ?? []).map((id) => ({ id }))
    return !act.get(mutedConversationsMirror).whoMuted(members).has(account.id)
  }
  if (!channel || row.trigger === 'mentioned') return true
  const policy = (await policiesIn(act, channel.id, row.topic)).get(account.id) ?? policies.none
  if (policy === policies.muted) return false
  return !choice?.isMuted || policy === policies.unmuted || policy === policies.followed
}
