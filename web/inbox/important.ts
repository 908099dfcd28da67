import { type InboxRow, isNamed, sectionOf, type Unread, type UnreadSection } from './rows.ts'

export const groups = ['mine', 'followed', 'participated', 'lively', 'later'] as const
type Group = (typeof groups)[number]

/** How many other active topics are listed at first. */
const maxLively = 15

interface Wanted {
  readonly text: string
  readonly folded: ReadonlySet<string>
  readonly participated: ReadonlySet<string>
  readonly names: Readonly<Record<Group, string>>
  /** All active topics, not only the most active. */
  readonly isWhole: boolean
}

const groupOf = (one: Unread, participated: ReadonlySet<string>): Group | undefined => {
  if (one.isLater) return 'later'
  if (one.conversation.kind === 'direct' || one.isMentioned) return 'mine'
  if (one.isMuted) return undefined
  if (one.isFollowed) return 'followed'
  return participated.has(one.key) ? 'participated' : 'lively'
}

const newestOf = ({ ids }: Unread): number => ids.at(-1) ?? 0

/**
 * Unread conversations by importance, newest first, and other topics by their number of unread messages.
 * `more` are the topics left out, `mutedCount` the unread messages of muted ones.
 */
export function importantRows(
  directs: readonly Unread[],
  sections: readonly UnreadSection[],
  { text, folded, participated, names, isWhole }: Wanted,
): { rows: InboxRow[]; more: readonly Unread[]; mutedCount: number } {
  const byGroup = new Map<Group, Unread[]>(groups.map((group) => [group, []]))
  let mutedCount = 0
  const add = (one: Unread, ...named: readonly string[]) => {
    const group = groupOf(one, participated)
    if (group === undefined) mutedCount += one.ids.length
    else if (isNamed(text, one.name, ...named)) byGroup.get(group)?.push(one)
  }
  for (const one of directs) add(one)
  for (const { channels } of sections) for (const { name, topics } of channels) for (const one of topics) add(one, name)
  for (const list of byGroup.values()) list.sort((a, b) => newestOf(b) - newestOf(a))
  const lively = (byGroup.get('lively') ?? []).sort((a, b) => b.ids.length - a.ids.length)
  const most = isWhole || text.trim() !== '' ? lively.length : maxLively
  byGroup.set('lively', lively.slice(0, most))
  const rows = groups.flatMap((group) =>
    sectionOf(`group ${group}`, names[group], byGroup.get(group) ?? [], { text, folded }),
  )
  return { rows, more: lively.slice(most), mutedCount }
}
