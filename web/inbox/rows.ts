import { folded as foldedText } from '#contract'
import type { Conversation } from '../narrow/narrow.ts'

export const filters = ['heard', 'mentioned', 'followed', 'direct', 'all'] as const
export type Filter = (typeof filters)[number]

export interface Unread {
  readonly conversation: Conversation
  readonly key: string
  readonly name: string
  /** Unread messages, ascending. */
  readonly ids: readonly number[]
  readonly isMentioned: boolean
  readonly isMuted: boolean
  readonly isFollowed: boolean
  /** Moved to Later and still unread. */
  readonly isLater: boolean
  /** The message shown in the row. */
  readonly shownId: number
}

export interface UnreadChannel {
  readonly id: number
  readonly name: string
  readonly topics: readonly Unread[]
}

export interface UnreadSection {
  readonly key: string
  readonly name: string
  readonly channels: readonly UnreadChannel[]
}

interface Head {
  readonly key: string
  readonly name: string
  readonly ids: readonly number[]
  readonly isMentioned: boolean
  readonly isFolded: boolean
}

export interface ConversationRow extends Unread {
  readonly kind: 'conversation'
  /** Whether a heading above names the channel. */
  readonly isBelowChannel?: boolean
  /** When the shown message was sent, in seconds, and the latest senders, if known without that message. */
  readonly timestamp?: number
  readonly senders?: readonly number[]
}

export type InboxRow =
  | ({ readonly kind: 'section' } & Head)
  | ({ readonly kind: 'channel'; readonly channelId: number } & Head)
  | ConversationRow

export interface Wanted {
  readonly filter: Filter
  /** Part of the name of a conversation, channel, or section. */
  readonly text: string
  readonly place: string | undefined
  readonly folded: ReadonlySet<string>
}

export const directsKey = 'directs'
export const laterKey = 'later'

/** Whether one of the names contains the text. */
export function isNamed(text: string, ...names: readonly string[]): boolean {
  const wanted = foldedText(text).trim()
  return wanted === '' || names.some((name) => foldedText(name).includes(wanted))
}

/** A heading and the rows below it, unless it's collapsed; matches are never collapsed. */
export function sectionOf(
  key: string,
  name: string,
  list: readonly Unread[],
  { text, folded }: Pick<Wanted, 'text' | 'folded'>,
): InboxRow[] {
  if (list.length === 0) return []
  const isFolded = folded.has(key) && text.trim() === ''
  const rows = isFolded ? [] : list.map((one) => ({ kind: 'conversation', ...one }) as const)
  return [{ kind: 'section', key, name, ...summed(list), isFolded }, ...rows]
}

/**
 * Rows in order: direct messages, then each section with its channels, then what was left for later. Headings count
 * only the rows below them.
 */
export function inboxRows(
  directs: readonly Unread[],
  sections: readonly UnreadSection[],
  names: { readonly directs: string; readonly later: string },
  { filter, text, place, folded }: Wanted,
): InboxRow[] {
  const rows: InboxRow[] = []
  const later: Unread[] = []
  const nowOf = (list: readonly Unread[]): Unread[] => {
    later.push(...list.filter(({ isLater }) => isLater))
    return list.filter(({ isLater }) => !isLater)
  }
  if ((filter !== 'followed' && place === undefined) || place === directsKey) {
    const shown = directs.filter((one) => (filter !== 'mentioned' || one.isMentioned) && isNamed(text, one.name))
    rows.push(...sectionOf(directsKey, names.directs, nowOf(shown), { text, folded }))
  }
  const fits = ({ isMuted, isMentioned, isFollowed }: Unread): boolean => {
    if (filter === 'all') return true
    if (filter === 'mentioned') return isMentioned
    return !isMuted && (filter !== 'followed' || isFollowed)
  }
  const shownSections = filter === 'direct' ? [] : sections.filter(({ key }) => place === undefined || key === place)
  for (const section of shownSections) {
    const channels = section.channels.flatMap((channel): { topics: readonly Unread[]; rows: InboxRow[] }[] => {
      const topics = nowOf(
        channel.topics.filter((one) => fits(one) && isNamed(text, one.name, channel.name, section.name)),
      )
      const [head, ...list] = sectionOf(`channel ${channel.id}`, channel.name, topics, { text, folded })
      if (!head) return []
      const below = list.map((one) => ({ ...one, isBelowChannel: true }) as InboxRow)
      return [{ topics, rows: [{ ...head, kind: 'channel', channelId: channel.id } as InboxRow, ...below] }]
    })
    // a single section needs no heading
    const [head] = sectionOf(
      `section ${section.key}`,
      section.name,
      channels.flatMap(({ topics }) => topics),
      { text, folded },
    )
    const hasHead = head?.kind === 'section' && sections.length > 1
    if (hasHead) rows.push(head)
    if (!hasHead || !head.isFolded) rows.push(...channels.flatMap((one) => one.rows))
  }
  return [...rows, ...sectionOf(laterKey, names.later, later, { text, folded })]
}

const summed = (list: readonly Unread[]) => ({
  ids: list.flatMap(({ ids }) => ids),
  isMentioned: list.some(({ isMentioned }) => isMentioned),
})

export const idsOf = (rows: readonly InboxRow[]): number[] => [...new Set(rows.flatMap(({ ids }) => ids))]
