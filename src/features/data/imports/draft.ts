import { type Emoji, emojiByName, findUnicodeEmoji, nameOfCode } from '#platform/emoji'
import type { Organization } from '#platform/organization'
import { widgetOf } from '../../messages/messages/actions/widgets.ts'
import { customEmojiNamed } from '../../text/custom-emoji/cache.ts'
import { type Named, splitText, written } from './message-text.ts'
import { possibleTime, topicName } from './names.ts'
import type { PlannedPerson } from './people-plan.ts'
import type { MessageRecord, ReactionRecord, Text } from './records.ts'
import type { Report } from './report.ts'
import { keptSubmissions, type StartedWidget } from './widgets.ts'

export interface Draft {
  readonly record: MessageRecord
  readonly topic: string
  readonly sentAt: Date
  readonly editedAt: Date | undefined
  readonly texts: readonly string[]
  readonly history: readonly { editedAt: Date; editor: string | undefined; text?: string; topic?: string }[]
  readonly widget: StartedWidget | undefined
}

export interface DraftMeans {
  readonly people: ReadonlyMap<string, PlannedPerson>
  readonly channels: ReadonlyMap<string, unknown>
  readonly emoji: ReadonlyMap<string, string>
  readonly report: Report
  readonly now: Date
  named(record: MessageRecord): Named
}

function objection({ place, sender }: MessageRecord, { channels }: DraftMeans): string | undefined {
  if ('channel' in place && !channels.has(place.channel)) return 'Messages in channels that are not in the archive'
  if ('people' in place && place.people.length > maxPeople) return 'Direct messages of too many people'
  return sender === '' ? 'Messages without an author' : undefined
}

const maxPeople = 200

/** Times in archive order: a message with an impossible time gets the time of the one before. */
export class Times {
  #last: Date

  constructor(first: Date) {
    this.#last = first
  }

  of({ sentAt, key }: MessageRecord, { now, report }: DraftMeans): Date {
    const time = possibleTime(sentAt, this.#last, now)
    if (time !== sentAt) report.change('Impossible times', key)
    this.#last = time
    return time
  }
}

/** Undefined, and reported, if nothing can be imported. */
export function draftOf(record: MessageRecord, times: Times, means: DraftMeans): Draft | undefined {
  const { report } = means
  const refused = objection(record, means)
  if (refused !== undefined) {
    report.lose({ loss: refused, where: record.key })
    return undefined
  }
  const sentAt = times.of(record, means)
  const named = means.named(record)
  const text = written(record.text, record.files.length, named)
  if (text === '') {
    report.lose({ loss: 'Messages without text', where: record.key })
    return undefined
  }
  const given = 'channel' in record.place ? record.place.topic : ''
  const topic = topicName(given)
  if (topic !== given) report.change('Topic names', `${given} → ${topic}`)
  const { people } = means
  const says =
    record.senderName && record.senderName !== people.get(record.sender)?.name ? record.senderName : undefined
  const texts = splitText(says === undefined ? text : `**${says.replace(/[*\n\r]/g, ' ')}**\n${text}`)
  if (texts.length > 1) report.change('Messages longer than the limit', `${record.key}: ${texts.length} messages`)
  count(record, report)
  for (const reaction of record.reactions) {
    const where = `${record.key}: ${reaction.name}`
    if (!people.has(reaction.person)) report.lose({ loss: 'Reactions by unknown people', where })
    else if (!isKnown(reaction, means.emoji)) report.lose({ loss: 'Reactions with an unknown emoji', where })
  }
  return {
    record,
    topic,
    sentAt,
    editedAt: record.editedAt && possibleTime(record.editedAt, sentAt, means.now),
    texts,
    history: (record.history ?? []).map(({ editedAt, editor, text: before, topic: topicBefore }) => ({
      editedAt: possibleTime(editedAt, sentAt, means.now),
      editor,
      ...(before === undefined ? {} : { text: earlier(before, record, named) }),
      ...(topicBefore === undefined ? {} : { topic: topicName(topicBefore) }),
    })),
    widget: widgetIn(record, text, means),
  }
}

/** The emoji of a reaction; undefined if this server doesn't have it. */
export function reactionOf(
  { unicode, name }: ReactionRecord,
  emoji: ReadonlyMap<string, string>,
  org: Organization,
): Emoji | undefined {
  const code = unicode === undefined ? undefined : findUnicodeEmoji(unicode)[0]?.code
  const builtIn = code === undefined ? undefined : nameOfCode(code)
  if (code !== undefined && builtIn !== undefined)
    return { emoji_name: builtIn, emoji_code: code, reaction_type: 'unicode_emoji' }
  const own = emoji.get(name)
  const custom = own === undefined ? undefined : customEmojiNamed(org, own)
  if (custom) return { emoji_name: custom.name, emoji_code: custom.id, reaction_type: 'realm_emoji' }
  return emojiByName(name)
}

/** The same check for dry runs, before custom emoji exist. */
const isKnown = ({ unicode, name }: ReactionRecord, emoji: ReadonlyMap<string, string>): boolean =>
  (unicode !== undefined && findUnicodeEmoji(unicode).length > 0) || emoji.has(name) || emojiByName(name) !== undefined

function widgetIn({ widget, key }: MessageRecord, text: string, { people, report }: DraftMeans): Draft['widget'] {
  const begins = widget && (widget.begins ?? widgetOf(text))
  if (!widget || begins === undefined) return undefined
  report.count('polls and to-do lists')
  return {
    begins,
    submissions: keptSubmissions(widget.submissions, people, (loss, where) =>
      report.lose({ loss, where: `${key}: ${where}` }),
    ),
  }
}

const earlier = (text: Text, { files }: MessageRecord, named: Named) =>
  splitText(written(text, 0, { ...named, file: (place) => (files[place] ? named.file(place) : undefined) }))[0] ?? ''

function count({ place, reactions, starredBy, files, isPinned }: MessageRecord, report: Report): void {
  report.count('channel' in place ? 'messages in channels' : 'direct messages')
  if (reactions.length > 0) report.count('reactions', reactions.length)
  if (starredBy?.length) report.count('stars', starredBy.length)
  if (files.length > 0) report.count('files', files.length)
  if (isPinned) report.count('pins')
}
