import { type Fields, fieldIn, isSet, lineIn, recordsIn, type Times, textIn } from '../../containers/fields.ts'
import type { FileSource, Loss, MessageRecord, ReactionRecord } from '../../records.ts'
import { MarkedText } from '../marked-text.ts'
import { mainTopic } from '../topic-names.ts'
import type { Conversation } from './conversations.ts'
import type { DiscordFiles } from './files.ts'
import { discordText, type Names } from './text.ts'

const notices =
  /^(?:RecipientAdd|RecipientRemove|Call|ChannelNameChange|ChannelIconChange|ChannelPinnedMessage|GuildMemberJoin|ThreadCreated|[1-9]|1[0-8]|22|2[5-9]|3[0-9]|4[0-9])$/
const starter = '21'

export function isTaken(message: Fields, where: string, lose: (loss: Loss) => void): boolean {
  if (!notices.test(textIn(message, 'type') ?? 'Default')) return true
  lose({ loss: 'Notices of the service, like who joined', where })
  return false
}

/** Milliseconds, with a fraction from the id that orders messages of the same millisecond. */
export function momentOf(message: Fields): number {
  const time = Date.parse(textIn(message, 'timestamp') ?? '')
  const id = textIn(message, 'id') ?? ''
  return /^\d{1,20}$/.test(id) ? time + Number(BigInt(id) & 0x3fffffn) / 0x400000 : time
}

export interface DiscordContext {
  times: Times
  files: DiscordFiles
  names: Names
  topicOf(thread: string): string | undefined
  peopleOf(conversation: string): readonly string[]
  lose(loss: Loss): void
}

export function messagesOf(
  message: Fields,
  conversation: Conversation,
  document: string,
  context: DiscordContext,
): MessageRecord[] {
  const key = textIn(message, 'id')
  const author = fieldIn(message, 'author')
  const sender = textIn(author, 'id')
  const sentAt = context.times.iso(textIn(message, 'timestamp'))
  if (key === undefined || sender === undefined || !sentAt) return []
  const forwarded = fieldIn(message, 'forwardedMessage')
  const files: FileSource[] = [message, forwarded].flatMap((one) => (one ? context.files.of(one, document, key) : []))
  const marked = new MarkedText()
  const text = marked.pieces(
    textIn(message, 'type') === starter ? started(message, marked) : discordText(message, marked, context.names),
  )
  if (text.length === 0 && files.length === 0) {
    context.lose({ loss: 'Messages without anything in them, like polls and buttons', where: key })
    return []
  }
  const name = lineIn(author, 'nickname') ?? lineIn(author, 'name')
  const record = {
    key,
    sender,
    // programs post under many names with one id
    senderName: isSet(author, 'isBot') && name !== context.names.person(sender) ? name : undefined,
    sentAt,
    editedAt: context.times.iso(textIn(message, 'timestampEdited')),
    text,
    files,
    reactions: reactionsOf(message, key, context),
    isPinned: isSet(message, 'isPinned') || undefined,
  }
  if (conversation.kind === 'people')
    return [{ ...record, place: { people: [...new Set([...context.peopleOf(conversation.id), sender])] } }]
  const { channel } = conversation
  const topic = conversation.kind === 'thread' ? (context.topicOf(conversation.id) ?? mainTopic) : mainTopic
  const placed = { ...record, place: { channel, topic } }
  const below = conversation.kind === 'channel' ? context.topicOf(key) : undefined
  if (below === undefined) return [placed]
  const pointer = { channel, topic: below, label: `#${conversation.channelName} > ${below}` }
  return [{ ...placed, text: [...text, '\n', pointer] }]
}

/** A thread's first message is in the channel; the thread links to it. */
function started(message: Fields, marked: MarkedText): string {
  const key = textIn(fieldIn(message, 'reference'), 'messageId')
  return key === undefined ? '' : marked.mark({ message: key, label: 'How this thread began' })
}

/** Reports how many people a reaction counts but doesn't name. */
function reactionsOf(message: Fields, where: string, { lose }: DiscordContext): ReactionRecord[] {
  return recordsIn(message, 'reactions').flatMap((one) => {
    const emoji = fieldIn(one, 'emoji')
    const name = lineIn(emoji, 'code') ?? lineIn(emoji, 'name')
    if (name === undefined) return []
    const isOwn = textIn(emoji, 'id') !== undefined
    const people = recordsIn(one, 'users').flatMap((user) => textIn(user, 'id') ?? [])
    const count = typeof one.count === 'number' ? one.count : 0
    if (count > people.length)
      lose({ loss: 'Reactions by people missing from the export', where: `${where} :${name}:` })
    return people.map((person) => ({
      person,
      name: (isOwn ? (lineIn(emoji, 'name') ?? name) : name).replaceAll(':', ''),
      unicode: isOwn ? undefined : lineIn(emoji, 'name'),
    }))
  })
}
