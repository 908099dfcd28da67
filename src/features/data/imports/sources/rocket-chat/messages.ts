import { emojiCalled } from '#platform/emoji'
import {
  type Fields,
  fieldIn,
  isSet,
  lineIn,
  numberIn,
  recordsIn,
  type Times,
  textIn,
  textsIn,
} from '../../containers/fields.ts'
import type { FileSource, Loss, MessageRecord, ReactionRecord } from '../../records.ts'
import { MarkedText } from '../marked-text.ts'
import type { Threads } from '../threads.ts'
import type { KeptFiles } from './kept-files.ts'
import type { Rooms } from './rooms.ts'
import { type Names, rocketText } from './text.ts'

export interface RocketContext {
  times: Times
  rooms: Rooms
  files: KeptFiles
  names: Names
  replies: ReadonlyMap<string, number>
  emoji: ReadonlySet<string>
  lose(loss: Loss): void
}

/** False for messages of the service; reports them. */
export function isTaken(message: Fields, where: string, lose: (loss: Loss) => void): boolean {
  const type = textIn(message, 't')
  if (isSet(message, '_hidden')) lose({ loss: 'Edit history and deleted messages', where })
  else if (type === 'e2e') lose({ loss: 'Encrypted messages', where })
  else if (type !== undefined && type !== 'discussion-created') lose({ loss: 'Service notices, such as joins', where })
  else return true
  return false
}

export function messagesOf(message: Fields, threads: Threads, context: RocketContext): MessageRecord[] {
  const key = textIn(message, '_id')
  const sender = textIn(fieldIn(message, 'u'), '_id')
  const sentAt = context.times.iso(textIn(message, 'ts'))
  const place = context.rooms.place(textIn(message, 'rid') ?? '')
  if (key === undefined || sender === undefined || !sentAt) return []
  if (!place) {
    context.lose({ loss: 'Messages in rooms missing from the dump', where: key })
    return []
  }
  const marked = new MarkedText()
  const files = filesOf(message, key, context)
  const text = marked.pieces(
    [discussion(message, marked, context), rocketText(message, marked, context)].filter(Boolean).join('\n'),
  )
  if (text.length === 0 && files.length === 0) {
    context.lose({ loss: 'Empty messages', where: key })
    return []
  }
  const record = {
    key,
    sender,
    senderName: lineIn(message, 'alias'),
    sentAt,
    editedAt: context.times.iso(textIn(message, 'editedAt')),
    text,
    files,
    reactions: reactionsOf(message, context),
    starredBy: recordsIn(message, 'starred').flatMap((one) => textIn(one, '_id') ?? []),
    isPinned: isSet(message, 'pinned') || undefined,
  }
  if ('people' in place) return [{ ...record, place: { people: [...new Set([...place.people, sender])] } }]
  const { channel, channelName, topic } = place
  // a discussion is a topic already
  if (topic !== undefined) return [{ ...record, place: { channel, topic } }]
  const root = textIn(message, 'tmid')
  const isRoot = root === undefined && context.replies.has(key)
  return threads.placed(record, {
    channel,
    channelName,
    thread: root ?? (isRoot ? key : undefined),
    startedAt: sentAt,
    isInMain: isRoot || isSet(message, 'tshow'),
    isRoot,
    replies: context.replies.get(root ?? key) ?? 0,
  })
}

/** The message that started a discussion becomes a link; its text is the discussion's name. */
function discussion(message: Fields, marked: MarkedText, { rooms }: RocketContext): string {
  const place = rooms.place(textIn(message, 'drid') ?? '')
  if (!place || 'people' in place || place.topic === undefined) return ''
  const { channel, channelName, topic } = place
  return marked.mark({ channel, topic, label: `#${channelName} > ${topic}` })
}

function filesOf(message: Fields, where: string, { files, lose }: RocketContext): FileSource[] {
  const listed = recordsIn(message, 'files')
  const single = fieldIn(message, 'file')
  const shown = listed.length > 0 ? listed : single ? [single] : []
  return shown
    .filter((one) => textIn(one, 'typeGroup') !== 'thumb')
    .flatMap((one) => {
      const name = lineIn(one, 'name') ?? 'file'
      const [size, contentType] = [numberIn(one, 'size'), lineIn(one, 'type')]
      const file = files.file('rocketchat_uploads', textIn(one, '_id') ?? '', { name, size, contentType })
      if (!file) lose({ loss: 'Files missing from the database', where: `${where} ${name}` })
      return file ?? []
    })
}

/** People are listed by name, which may be outdated; the current holder of the name is used. */
function reactionsOf(message: Fields, { names, emoji }: RocketContext): ReactionRecord[] {
  return Object.entries(fieldIn(message, 'reactions') ?? {}).flatMap(([code, value]) => {
    const name = code.replaceAll(':', '').replace(/_tone[1-5]$/, '')
    const people = textsIn(fieldIn({ value }, 'value'), 'usernames')
    const unicode = emoji.has(name) ? undefined : emojiCalled(name)
    return people.map((username) => ({ person: names.person(username) ?? username, name, unicode }))
  })
}
