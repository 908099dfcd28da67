import { folded as foldedText } from '#contract'
import type { Conversation } from '../narrow/narrow.ts'

export const filters = ['heard', 'mentioned', 'followed', 'direct', 'all'] as const
export type Filter = (typeof filters)[number]

interface Unread {
  readonly conversation: Conversation
  readonly key: string
  readonly name: string
  /** Ascending. */
  readonly ids: readonly number[]
  readonly isMentioned: boolean
}

export interface UnreadTopicRow extends Unread {
  readonly isMuted: boolean
  readonly isFollowed: boolean
}

export interface UnreadChannel {
  readonly id: number
  readonly name: string
  readonly topics: readonly UnreadTopicRow[]
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

export type InboxRow =
  | ({ readonly kind: 'section' } & Head)
  | ({ readonly kind: 'channel'; readonly channelId: number } & Head)
  | ({ readonly kind: 'conversation' } & Unread & { readonly isMuted: boolean; readonly isFollowed: boolean })

export interface Wanted {
  readonly filter: Filter
  /** Part of the name of a conversation, channel, or section. */
  readonly text: string
  readonly place: string | undefined
  readonly folded: ReadonlySet<string>
}

export const directsKey = 'directs'

const has = (name: string, text: string): boolean => foldedText(name).includes(text)

/** Rows in order: direct messages, then each section with its channels. Headings count only the rows below them. */
export function inboxRows(
  directs: readonly Unread[],
  directsName: string,
  sections: readonly UnreadSection[],
  { filter, text, place, folded }: Wanted,
): InboxRow[] {
  const wanted = foldedText(text).trim()
  const rows: InboxRow[] = []
  const isNamed = (...named: readonly string[]) => wanted === '' || named.some((name) => has(name, wanted))
  const below = (key: string, list: readonly InboxRow[]) => {
    // matches are never collapsed
    const isFolded = folded.has(key) && wanted === ''
    return { isFolded, list: isFolded ? [] : list }
  }
  if ((filter !== 'followed' && place === undefined) || place === directsKey) {
    const shown = directs.filter((one) => (filter !== 'mentioned' || one.isMentioned) && isNamed(one.name))
    if (shown.length > 0) {
      const { isFolded, list } = below(
        directsKey,
        shown.map((one) => ({ kind: 'conversation', isMuted: false, isFollowed: false, ...one })),
      )
      rows.push({ kind: 'section', key: directsKey, name: directsName, ...summed(shown), isFolded }, ...list)
    }
  }
  if (filter === 'direct') return rows
  const fits = ({ isMuted, isMentioned, isFollowed }: UnreadTopicRow): boolean => {
    if (filter === 'all') return true
    if (filter === 'mentioned') return isMentioned
    return !isMuted && (filter !== 'followed' || isFollowed)
  }
  const shownSections = sections.filter(({ key }) => place === undefined || key === place)
  for (const section of shownSections) {
    const channels = section.channels.flatMap((channel): { topics: readonly UnreadTopicRow[]; rows: InboxRow[] }[] => {
      const topics = channel.topics.filter((one) => fits(one) && isNamed(one.name, channel.name, section.name))
      if (topics.length === 0) return []
      const key = `channel ${channel.id}`
      const { isFolded, list } = below(
        key,
        topics.map((one) => ({ kind: 'conversation', ...one })),
      )
      const head = { kind: 'channel', key, channelId: channel.id, name: channel.name, isFolded } as const
      return [{ topics, rows: [{ ...head, ...summed(topics) }, ...list] }]
    })
    if (channels.length === 0) continue
    const key = `section ${section.key}`
    const all = summed(channels.flatMap(({ topics }) => topics))
    const { isFolded, list } = below(
      key,
      channels.flatMap((one) => one.rows),
    )
    // a single section needs no heading
    if (sections.length > 1) rows.push({ kind: 'section', key, name: section.name, ...all, isFolded }, ...list)
    else rows.push(...channels.flatMap((one) => one.rows))
  }
  return rows
}

const summed = (list: readonly Unread[]) => ({
  ids: list.flatMap(({ ids }) => ids),
  isMentioned: list.some(({ isMentioned }) => isMentioned),
})

export const idsOf = (rows: readonly InboxRow[]): number[] => [...new Set(rows.flatMap(({ ids }) => ids))]
