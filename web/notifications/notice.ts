import { list } from 'messages:format'
import { encodeOperand } from '../narrow/encoding.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import type { NotificationTexts } from '../texts/notifications.ts'

/** A message as a notification tells of it. */
export interface Line {
  readonly id: number
  readonly sender: string
  /** Plain text; empty where it is not to be shown. */
  readonly text: string
  /** In milliseconds since 1970. */
  readonly at: number
}

/**
 * What one notification stands for: unread messages of one conversation, the newest last. It travels in the notification's
 * `data`, where the next message, and whoever presses the notification, finds it.
 */
export interface Notice {
  readonly account: number
  /** Unknown where a push has no room to name very many people. */
  readonly conversation?: Conversation | undefined
  readonly channelName?: string | undefined
  /** Of the organization. */
  readonly organization: string
  readonly lines: readonly Line[]
  /** The address of a picture. */
  readonly icon?: string | undefined
  /** Several messages of a quiet time, in one line: where it leads, nobody can answer. */
  readonly isDigest?: boolean | undefined
}

/** Messages of one conversation that a notification keeps. */
const maxLines = 50
/** Those whose words it shows. */
const maxShown = 4
/** As many senders are named, or else the first two. */
const maxNamed = 3

/** Notifications of one conversation have one name: a newer one takes the place of the one before. */
export function tagOf({ account, conversation, isDigest, lines }: Notice): string {
  const place = isDigest ? 'quiet' : conversation ? conversationKey(conversation) : `message ${lines[0]?.id}`
  return `loquat ${account} ${place}`
}

/** What was told of a conversation so far, with what has come. */
export const joined = (before: Notice | undefined, now: Notice): Notice =>
  before
    ? {
        ...now,
        lines: [...before.lines.filter(({ id }) => now.lines.every((line) => line.id !== id)), ...now.lines]
          .sort((a, b) => a.id - b.id)
          .slice(-maxLines),
      }
    : now

/** What is left to be told; undefined where nothing is. */
export function without(notice: Notice, isOver: (id: number) => boolean): Notice | undefined {
  const lines = notice.lines.filter(({ id }) => !isOver(id))
  return lines.length === 0 ? undefined : { ...notice, lines }
}

/** The view that a notification leads to, as it stands after the page's address; it follows messages that were moved. */
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

/** More than the types of TypeScript know of. */
export interface NoticeOptions extends NotificationOptions {
  readonly actions: readonly { action: 'reply' | 'read'; title: string; type?: 'text'; placeholder?: string }[]
  readonly renotify: boolean
  readonly timestamp: number
  readonly data: Notice
}

/** A notification as browsers take it. */
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
