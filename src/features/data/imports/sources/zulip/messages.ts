import { stat } from 'node:fs/promises'
import { decodedComponent } from '#contract'
import type { Meter } from '../../meter.ts'
import type { MessageRecord, ReactionRecord } from '../../records.ts'
import { type Beginnings, isShared } from './catalog.ts'
import { fileAt } from './files.ts'
import { type Realm, reading, readTables, type Told } from './realm.ts'
import { flags, HistoryEntry, Message, type Reaction, recipientTypes, Submessage, UserMessage } from './row.ts'
import { type Names, textOf } from './text.ts'
import { widgetIn } from './widgets.ts'

/** Older messages, compared with the newest, count as read: no one would catch up on them. */
const unreadForMs = 30 * 24 * 3_600_000

interface Marks {
  unread: Map<number, string[]>
  starred: Map<number, string[]>
  submessages: Map<number, Submessage[]>
}

const silent: Told = { lose() {}, change() {} }

export interface Reader extends Told {
  readonly root: string
  readonly files: readonly string[]
  readonly realm: Realm
  readonly meter: Meter
}

/** The messages of an export. Each file is complete: it contains everything about its messages. */
export async function* messagesOf(reader: Reader): AsyncGenerator<MessageRecord> {
  const names = namesIn(reader)
  const newest = await newestTime(reader)
  const sizes = await Promise.all(reader.files.map(async (file) => (await stat(file)).size))
  reader.meter.begin(sizes.reduce((sum, size) => sum + size, 0))
  for (const [index, file] of reader.files.entries()) {
    const { messages, marks } = await readFile(reader, file, newest)
    for (const message of messages) {
      const record = await recordOf(message, marks, reader, names)
      if (record) yield record
    }
    reader.meter.took(sizes[index] ?? 0)
  }
}

async function newestTime({ files }: Reader): Promise<number> {
  let newest = 0
  const zerver_message = reading(Message, ({ date_sent }) => {
    newest = Math.max(newest, date_sent?.getTime() ?? 0)
  })
  const last = files.at(-1)
  if (last !== undefined) await readTables(last, { zerver_message }, silent)
  return newest
}

async function readFile(told: Reader, file: string, newest: number): Promise<{ messages: Message[]; marks: Marks }> {
  const messages: Message[] = []
  const isNew = new Set<number>()
  const marks: Marks = { unread: new Map(), starred: new Map(), submessages: new Map() }
  let isMarked = false
  let isLate = false
  const zerver_message = reading(Message, (one) => {
    messages.push(one)
    if ((one.date_sent?.getTime() ?? 0) > newest - unreadForMs) isNew.add(one.id)
    isLate = isMarked
  })
  const zerver_usermessage = reading(UserMessage, ({ user_profile, message, flags_mask }) => {
    isMarked = true
    const mask = flags_mask ?? 0
    if (!(mask & flags.read) && isNew.has(message)) put(marks.unread, message, String(user_profile))
    if (mask & flags.starred) put(marks.starred, message, String(user_profile))
  })
  const zerver_submessage = reading(Submessage, (one) => put(marks.submessages, one.message, one))
  await readTables(file, { zerver_message, zerver_usermessage, zerver_submessage }, told)
  if (isLate) {
    // flags precede their messages, so the times weren't known: read the flags again
    marks.unread.clear()
    marks.starred.clear()
    await readTables(file, { zerver_usermessage }, silent)
  }
  return { messages: messages.sort((a, b) => a.id - b.id), marks }
}

function put<T>(lists: Map<number, T[]>, message: number, one: T): void {
  const list = lists.get(message)
  if (list) list.push(one)
  else lists.set(message, [one])
}

async function recordOf(
  message: Message,
  marks: Marks,
  reader: Reader,
  names: Names,
): Promise<MessageRecord | undefined> {
  const { realm, lose } = reader
  const place = placeOf(message, realm)
  if (!place) {
    lose({ loss: 'Messages to nobody', where: `id ${message.id}` })
    return undefined
  }
  const { text, files } = textOf(message.content ?? '', names)
  const topic = (message.subject ?? '').replace(/\u0007/g, '')
  const submessages = [...(await realm.submessages.of(message.id)), ...(marks.submessages.get(message.id) ?? [])]
  return {
    key: String(message.id),
    place: 'channel' in place ? { channel: place.channel, topic } : place,
    sender: String(message.sender),
    sentAt: message.date_sent ?? new Date(Number.NaN),
    editedAt: message.last_edit_time,
    history: historyOf(message, names, lose),
    text,
    files,
    reactions: (await realm.reactions.of(message.id)).map((one) => reactionOf(one, realm)),
    starredBy: marks.starred.get(message.id),
    unreadBy: marks.unread.get(message.id),
    widget: widgetIn(message.content ?? '', submessages, `id ${message.id}`, lose),
  }
}

function placeOf(
  { recipient, sender }: Message,
  { recipients, subscriptions }: Realm,
): { channel: string } | { people: string[] } | undefined {
  const to = recipients.get(recipient)
  if (!to) return undefined
  if (to.type === recipientTypes.channel) return { channel: String(to.type_id) }
  const people =
    to.type === recipientTypes.person
      ? [to.type_id]
      : (subscriptions.get(recipient) ?? []).map((member) => member.user_profile)
  if (people.length === 0) return undefined
  return { people: [...new Set([sender, ...people])].map(String) }
}

function reactionOf(
  { user_profile, emoji_name, emoji_code, reaction_type }: Reaction,
  { emoji }: Realm,
): ReactionRecord {
  const person = String(user_profile)
  if (reaction_type === 'realm_emoji')
    return { person, name: emoji.find(({ id }) => String(id) === emoji_code)?.name ?? emoji_name }
  const points = emoji_code.split('-').map((code) => Number.parseInt(code, 16))
  const isCode = reaction_type !== 'zulip_extra_emoji' && points.every((point) => point > 0 && point <= 0x10ffff)
  return { person, name: emoji_name, unicode: isCode ? `${String.fromCodePoint(...points)}\ufe0f` : undefined }
}

function historyOf({ id, edit_history }: Message, names: Names, lose: Reader['lose']): MessageRecord['history'] {
  if (!edit_history) return undefined
  try {
    const entries = HistoryEntry.array().parse(JSON.parse(edit_history))
    return entries
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ user_id, timestamp, prev_content, prev_topic, prev_subject }) => {
        const topic = prev_topic ?? prev_subject
        return {
          editedAt: new Date(timestamp * 1_000),
          editor: user_id ? String(user_id) : undefined,
          ...(prev_content == null ? {} : { text: textOf(prev_content, { ...names }).text.filter(isNoFile) }),
          ...(topic == null ? {} : { topic: topic.replace(/\u0007/g, '') }),
        }
      })
  } catch {
    lose({ loss: 'Histories of messages that cannot be read', where: `id ${id}` })
    return undefined
  }
}

const isNoFile = (piece: unknown) => typeof piece === 'string' || !('file' in (piece as object))

function namesIn({ root, realm }: Reader): Names {
  const byName = new Map<string, number | null>()
  for (const { id, full_name } of realm.people.values())
    byName.set(full_name.toLowerCase(), byName.has(full_name.toLowerCase()) ? null : id)
  const groups = new Map(realm.groups.map((group) => [group.name.toLowerCase(), group]))
  const channels = new Map([...realm.channels.values()].map(({ id, name }) => [name.toLowerCase(), String(id)]))
  return {
    person(name, id) {
      if (id !== undefined && realm.people.has(id)) return String(id)
      const found = byName.get(name.toLowerCase())
      return typeof found === 'number' ? String(found) : undefined
    },
    group(name) {
      const found = groups.get(name.toLowerCase())
      return found && !found.is_system_group ? String(found.usergroup_ptr ?? found.id) : undefined
    },
    channel: (name) => channels.get(name.toLowerCase()),
    upload(path) {
      const plain = decodedComponent(path)
      const name = realm.fileNames.get(plain) ?? realm.fileNames.get(path) ?? plain.split('/').at(-1) ?? 'file'
      return fileAt(root, 'uploads', plain, name, plain)
    },
  }
}

export async function beginningsOf({ files, realm }: Reader): Promise<Beginnings> {
  const beginnings = new Map<number, Map<number, Date>>()
  const channelOf = new Map<number, number>()
  for (const { id, type, type_id } of realm.recipients.values()) {
    const channel = type === recipientTypes.channel ? realm.channels.get(type_id) : undefined
    if (channel && !isShared(channel)) channelOf.set(id, channel.id)
  }
  if (channelOf.size === 0) return beginnings
  for (const file of files) {
    const sent = new Map<number, { channel: number; at: Date }>()
    const zerver_message = reading(Message, ({ id, recipient, date_sent }) => {
      const channel = channelOf.get(recipient)
      if (channel !== undefined && date_sent) sent.set(id, { channel, at: date_sent })
    })
    await readTables(file, { zerver_message }, silent)
    if (sent.size === 0) continue
    const zerver_usermessage = reading(UserMessage, ({ user_profile, message }) => {
      const one = sent.get(message)
      if (!one) return
      const people = beginnings.get(one.channel) ?? new Map<number, Date>()
      beginnings.set(one.channel, people)
      const before = people.get(user_profile)
      if (!before || one.at < before) people.set(user_profile, one.at)
    })
    await readTables(file, { zerver_usermessage }, silent)
  }
  return beginnings
}
