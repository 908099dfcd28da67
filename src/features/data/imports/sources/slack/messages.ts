import {
  type Fields,
  fieldIn,
  lineIn,
  numberIn,
  recordsIn,
  type Times,
  textIn,
  textsIn,
} from '../../containers/fields.ts'
import type { Loss, MessageRecord, ReactionRecord } from '../../records.ts'
import { emojiCalled } from '../emoji-names.ts'
import { MarkedText } from '../marked-text.ts'
import type { Threads } from '../threads.ts'
import type { Conversation } from './conversations.ts'
import type { SlackFiles } from './files.ts'
import { authorOf } from './people.ts'
import { type Names, slackText } from './text.ts'

/** A message's timestamp in microseconds, which identifies it in its conversation; a double holds it exactly. */
export function microseconds(ts: string | undefined): number | undefined {
  const [, seconds, fraction = ''] = /^(\d{1,11})(?:\.(\d{1,6}))?$/.exec(ts ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}

const notices =
  /^(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|convert_to_private|posting_permissions)$|^(?:un)?pinned_item$|^bot_(?:add|remove|enable|disable)$|^(?:tabbed_canvas_updated|reminder_add|file_mention)$/
const logged = /^message_(?:changed|deleted|replied)$/

export interface SlackContext {
  times: Times
  names: Names
  files: SlackFiles
  userOfBot: ReadonlyMap<string, string>
  replies: ReadonlyMap<string, number>
  lose(loss: Loss): void
}

/** False for notices and log entries of the service; reports them. */
export function isTaken(fields: Fields, where: string, lose: (loss: Loss) => void): boolean {
  const subtype = textIn(fields, 'subtype') ?? ''
  if (logged.test(subtype)) lose({ loss: 'Entries of the log of edits and deletions', where })
  else if (notices.test(subtype)) lose({ loss: 'Notices of the service, like who joined', where })
  else return true
  return false
}

/** The messages that a record becomes: none, the message, and a link if it begins a thread. */
export function* messagesOf(
  fields: Fields,
  conversation: Conversation,
  threads: Threads,
  context: SlackContext,
): Generator<MessageRecord> {
  const ts = textIn(fields, 'ts') ?? ''
  const sentAt = context.times.at((microseconds(ts) ?? 0) / 1000)
  const key = `${conversation.id}/${ts}`
  if (!sentAt) return
  const author = authorOf(fields, context.userOfBot)
  const marked = new MarkedText()
  const { files, marks } = context.files.of(fields, marked, key)
  const text = [textOf(fields, marked, context), ...marks].filter(Boolean).join('\n')
  if (text === '') return context.lose({ loss: 'Messages without anything in them', where: key })
  const message = {
    key,
    sender: author.key,
    senderName: author.name !== undefined && author.name !== context.names.person(author.key) ? author.name : undefined,
    sentAt,
    editedAt: context.times.at((microseconds(textIn(fieldIn(fields, 'edited'), 'ts')) ?? 0) / 1000),
    text: marked.pieces(text),
    files,
    reactions: reactionsOf(fields, key, context),
    isPinned: conversation.pins.has(ts) || undefined,
  }
  if (!conversation.channel) {
    yield { ...message, place: { people: [...new Set([...conversation.people, author.key])] } }
    return
  }
  const root = textIn(fields, 'thread_ts')
  const isRoot = context.replies.has(key)
  const thread = root !== undefined && root !== ts ? `${conversation.id}/${root}` : isRoot ? key : undefined
  yield* threads.placed(message, {
    channel: conversation.channel.key,
    channelName: conversation.channel.name,
    thread,
    startedAt: context.times.at((microseconds(root) ?? 0) / 1000) ?? sentAt,
    isInMain: isRoot || /^(?:thread|reply)_broadcast$/.test(textIn(fields, 'subtype') ?? ''),
    isRoot,
    replies: context.replies.get(thread ?? '') ?? 0,
  })
}

function textOf(fields: Fields, marked: MarkedText, { names }: SlackContext): string {
  const subtype = textIn(fields, 'subtype')
  const text = slackText(fields, marked, names).trim()
  if (subtype === 'me_message') return `/me ${text.replace(/\s+/g, ' ')}`
  if (subtype === 'tombstone') return `*${text || 'This message was deleted.'}*`
  if (text === '' && (subtype === 'huddle_thread' || subtype === 'sh_room_created')) return '*Huddle*'
  return text
}

function reactionsOf(fields: Fields, where: string, { lose }: SlackContext): ReactionRecord[] {
  return recordsIn(fields, 'reactions').flatMap((one) => {
    const [name = ''] = (lineIn(one, 'name') ?? '').split('::')
    if (name === '') return []
    const people = textsIn(one, 'users').filter(Boolean)
    if ((numberIn(one, 'count') ?? 0) > people.length)
      lose({ loss: 'Reactions by people missing from the export', where: `${where} :${name}:` })
    return people.map((person) => ({ person, name, unicode: emojiCalled(name) }))
  })
}

/** A reply names the first message of its thread. */
export const rootOf = (fields: Fields): string | undefined => {
  const root = textIn(fields, 'thread_ts')
  return root !== undefined && root !== textIn(fields, 'ts') ? root : undefined
}

/** Exports also contain other records. */
export const isMessage = (fields: Fields): boolean => (textIn(fields, 'type') ?? 'message') === 'message'
