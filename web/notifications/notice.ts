import { list } from 'messages:format'
import { encodeOperand } from '../narrow/encoding.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import type { NotificationTexts } from '../texts/notifications.ts'

/** A message in a notification. */
export interface Line {
  readonly id: number
  readonly sender: string
  /** Plain text; empty if previews are turned off. */
  readonly text: string
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * The contents of one notification: unread messages of one conversation, newest last. Stored in the notification's
 * `data`, for the next message and for clicks.
 */
export interface Notice {
  readonly account: number
  /** Undefined if a push has no room for all participants. */
  readonly conversation?: Conversation | undefined
  readonly channelName?: string | undefined
  /** The organization's name. */
  readonly organization: string
  readonly lines: readonly Line[]
  /** URL of a picture. */
  readonly icon?: string | undefined
  /** Several messages from do not disturb, in one line; they can't be replied to. */
  readonly isDigest?: boolean | undefined
}

/** Maximum messages of one conversation that a notification keeps. */
const maxLines = 50
/** Maximum messages with text. */
const maxShown = 4
/** Up to this many senders are named; beyond that, the first two. */
const maxNamed = 3

/** The notification tag: a newer notification of a conversation replaces the previous one. */
export function tagOf({ account, conversation, isDigest, lines }: Notice): string {
  const place = isDigest ? 'quiet' : conversation ? conversationKey(conversation) : `message ${lines[0]?.id}`
  return `loquat ${account} ${place}`
}

/** Merges a new notice into the existing one. */
export const joined = (before: Notice | undefined, now: Notice): Notice =>
  before
    ? {
        ...now,
        lines: [...before.lines.filter(({ id }) => now.lines.every((line) => line.id !== id)), ...now.lines]
          .sort((a, b) => a.id - b.id)
          .slice(-maxLines),
      }
    : now

/** The notice without messages that are over; undefined if none are left. */
export function without(notice: Notice, isOver: (id: number) => boolean): Notice | undefined {
  const lines = notice.lines.filter(({ id }) => !isOver(id))
  return lines.length === 0 ? undefined : { ...notice, lines }
}

/** URL hash of the view that a notification opens. It follows moved messages. */
export function hashOfNotice({ conversation, channelName, lines, isDigest }: Notice): string {
  if (isDigest) return '#catch-up'
  const id = lines[0]?.id ?? 0
  if (!conversation) return `#narrow/is/dm/near/${id}`
  if (conversation.kind === 'direct') {
    const { userIds } = conversation
    return `#narrow/dm/${userIds.join()}-${userIds.length > 1 ? 'group' : 'dm'}/near/${id}`
  }
  const name = channelName === undefined ? '' : `-${channelName.replaceAll(' ', '-')}`
  return `#narrow/channel/${encodeOperand(`${conversation.channelId}${name}`)}/topic/${encodeOperand(conversation.topic)}/with/${id}`
}

/** Options that TypeScript's types lack. */
export interface NoticeOptions extends NotificationOptions {
  readonly actions: readonly { action: 'reply' | 'read'; title: string; type?: 'text'; placeholder?: string }[]
  readonly renotify: boolean
  readonly timestamp: number
  readonly data: Notice
}

/** Arguments for `showNotification`. */
export function notificationOf(
  notice: Notice,
  t: NotificationTexts,
  { isSilent, isNews }: { isSilent: boolean; isNews: boolean },
): readonly [title: string, options: NoticeOptions] {
  const newest = notice.lines.at(-1)
  return [
    titleOf(notice, t),
    {
      tag: tagOf(notice),
      body: bodyOf(notice, t),
      ...(notice.icon === undefined ? {} : { icon: notice.icon }),
      data: notice,
      actions: notice.isDigest
        ? []
        : [
            ...(notice.conversation
              ? [{ action: 'reply' as const, type: 'text' as const, title: t.reply, placeholder: t.replyHere }]
              : []),
            { action: 'read' as const, title: t.markRead },
          ],
      renotify: isNews,
      silent: isSilent,
      timestamp: newest?.at ?? 0,
    },
  ]
}

const sendersOf = ({ lines }: Notice): string[] => [...new Set(lines.map(({ sender }) => sender))]

function namesOf(senders: readonly string[], t: NotificationTexts): string {
  const [first = '', second = ''] = senders
  return senders.length > maxNamed ? t.namesAndOthers(first, second) : list(senders)
}

export function titleOf(notice: Notice, t: NotificationTexts): string {
  const { conversation, channelName, isDigest, organization } = notice
  if (isDigest) return organization
  if (conversation?.kind === 'topic') return t.place(channelName ?? '', conversation.topic || t.generalChat)
  const names = namesOf(sendersOf(notice), t)
  return conversation && conversation.userIds.length < 2 ? names : t.inGroup(names)
}

function bodyOf(notice: Notice, t: NotificationTexts): string {
  const { lines, conversation } = notice
  const saysWho = conversation?.kind === 'topic' || sendersOf(notice).length > 1
  const said = lines.slice(-maxShown).map(({ sender, text }) => {
    const words = text || t.withoutText
    return saysWho && !notice.isDigest ? t.said(sender, words) : words
  })
  return [...(lines.length > maxShown ? [t.newMessages(lines.length)] : []), ...said].join('\n')
}
