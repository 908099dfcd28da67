import type { UserId } from '#contract'
import type { Rendered } from '#platform/markdown'
import type { Channel } from '../../../channels/channels/channel.ts'
import { uploadsNamed } from '../../../messages/attachments/uploads-in-text.ts'
import type { ImportedMessage } from '../../../messages/messages/actions/imported.ts'
import { renderMany } from '../../../messages/messages/message-text.ts'
import type { EditHistoryEntry } from '../../../messages/messages/wire.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type Draft, reactionOf } from '../draft.ts'
import { channelOf, type Import, idsOf, personId } from '../import.ts'
import { submessagesOf } from '../widgets.ts'

/** One message of a draft: all of it, or a piece of a draft that was split. */
export interface Part {
  readonly draft: Draft
  readonly text: string
  readonly isFirst: boolean
}

export const partsOf = (drafts: readonly Draft[]): Part[] =>
  drafts.flatMap((draft) => draft.texts.map((text, index) => ({ draft, text, isFirst: index === 0 })))

/** Members of the channels by channel key: those who can have read, reacted to, or starred the messages. */
export type Members = ReadonlyMap<string, ReadonlySet<UserId>>

/** The participants of a direct conversation, including the sender. */
export const peopleOf = (one: Pick<Import, 'people'>, keys: readonly string[], sender: string): UserId[] =>
  idsOf(one, [...keys, sender])

const account = ({ org, people }: Import, key: string): Account =>
  org.get(peopleCache).byId.get(people.get(key)?.id as UserId) as Account

const earlierTexts = ({ draft, isFirst }: Part): string[] =>
  isFirst ? draft.history.flatMap(({ text }) => text ?? []) : []

/** All texts, including earlier versions, are rendered together. */
export async function composed(one: Import, parts: readonly Part[], members: Members): Promise<ImportedMessage[]> {
  const { org } = one
  const people = org.get(peopleCache).byId
  const texts = parts.flatMap((part) => {
    const sender = account(one, part.draft.record.sender)
    return [part.text, ...earlierTexts(part)].map((content) => ({ sender, content }))
  })
  const uploadedFile = await uploadsNamed(
    { org, read: (work) => org.db.read(work) },
    texts.map(({ content }) => content).join('\n'),
  )
  const insiders = new Map([...one.channels].map(([key, { id }]) => [id, members.get(key)]))
  const canSee = (sender: Account, { id, isPrivate }: Channel) =>
    !isPrivate || (insiders.get(id)?.has(sender.id) ?? false)
  const rendered = await renderMany(org, texts, canSee, {
    uploadedFile,
    // unclaimed accounts are mentioned like active users
    userById: (id) => {
      const found = people.get(id)
      return found && { id, full_name: found.fullName, deactivated: !found.isActive && !found.isUnclaimed }
    },
  })
  let next = 0
  return parts.map((part) => {
    const own = rendered[next++] as Rendered
    const before = rendered.slice(next, next + earlierTexts(part).length)
    next += before.length
    return messageOf(one, part, own, before, members)
  })
}

function messageOf(
  one: Import,
  { draft, text, isFirst }: Part,
  rendered: Rendered,
  before: readonly Rendered[],
  members: Members,
): ImportedMessage {
  const { record, topic, sentAt } = draft
  const { place } = record
  const senderId = personId(one, record.sender) as UserId
  const channel = 'channel' in place ? (channelOf(one, place.channel) as Channel) : undefined
  const receivers =
    'channel' in place ? (members.get(place.channel) ?? new Set()) : new Set(peopleOf(one, place.people, record.sender))
  const canRead = (id: UserId) => receivers.has(id) || (channel !== undefined && !channel.isPrivate)
  const starred = new Set(isFirst ? idsOf(one, record.starredBy ?? []).filter(canRead) : [])
  const mentioned = new Set([...rendered.mentionedUserIds].filter((id) => receivers.has(id)))
  const inGroups = new Set<UserId>()
  if (rendered.mentionedGroupIds.size > 0)
    for (const { name, members: inGroup } of one.groups.values())
      if (text.includes(`@*${name}*`)) for (const id of inGroup) if (receivers.has(id)) inGroups.add(id)
  const editedAt = draft.editedAt ?? draft.history.findLast((state) => state.text !== undefined)?.editedAt
  return {
    place: channel ? { channel } : { people: [...receivers] },
    topic: channel ? topic : '',
    senderId,
    client: 'import',
    content: text,
    rendered,
    sentAt,
    editedAt: isFirst ? (editedAt ?? null) : null,
    movedAt: isFirst ? (draft.history.findLast((state) => state.topic !== undefined)?.editedAt ?? null) : null,
    history: isFirst ? historyOf(one, draft, before) : [],
    reactions: isFirst
      ? record.reactions.flatMap((reaction) => {
          const user_id = personId(one, reaction.person)
          const emoji = reactionOf(reaction, one.emoji, one.org)
          return emoji && user_id !== undefined ? [{ ...emoji, user_id }] : []
        })
      : [],
    flags: [...new Set([...starred, ...mentioned, ...inGroups])].map((userId) => ({
      userId,
      mentioned: mentioned.has(userId),
      groupMentioned: inGroups.has(userId),
      starred: starred.has(userId),
    })),
    unreadBy: idsOf(one, record.unreadBy ?? []).filter((id) => receivers.has(id)),
    submessages: isFirst && draft.widget ? submessagesOf(draft.widget, senderId, (key) => personId(one, key)) : [],
  }
}

/** Newest first; each entry holds the state before the edit. `before` are the earlier texts, oldest first. */
function historyOf(one: Import, { history, topic }: Draft, before: readonly Rendered[]): EditHistoryEntry[] {
  const entries: EditHistoryEntry[] = []
  let next = topic
  let left = before.length
  for (const state of history.toReversed()) {
    const editor = state.editor === undefined ? undefined : personId(one, state.editor)
    entries.push({
      user_id: editor ?? null,
      timestamp: Math.floor(state.editedAt.getTime() / 1000),
      ...(state.text === undefined
        ? {}
        : { prev_content: state.text, prev_rendered_content: before[--left]?.html ?? '' }),
      ...(state.topic === undefined ? {} : { prev_topic: state.topic, topic: next }),
    })
    next = state.topic ?? next
  }
  return entries
}
