import { createHash } from 'node:crypto'
import { emojiCalled, withoutSkinTone } from '#platform/emoji'
import type { Archive } from '../../containers/archive.ts'
import {
  type Fields,
  fieldIn,
  lineIn,
  listIn,
  numberIn,
  recordsIn,
  type Times,
  textIn,
} from '../../containers/fields.ts'
import type { ChannelRecord, Loss, MessageRecord, ReactionRecord } from '../../records.ts'
import { MarkedText } from '../marked-text.ts'
import type { Threads } from '../threads.ts'
import { filesOf } from './files.ts'
import { channelKey, usernameIn } from './people.ts'
import { isPoll, mattermostText, type Names } from './text.ts'

export interface Spooled {
  /** The line number identifies a thread. */
  line: number
  team?: string | undefined
  channel?: string | undefined
  people?: readonly string[] | undefined
  isReply: boolean
  replies: number
  /** In milliseconds. */
  begun: number
  post: Fields
}

export function* spooledOf(fields: Fields, line: number): Generator<{ time: number; value: Spooled }> {
  const { replies: _replies, ...post } = fields
  const replies = recordsIn(fields, 'replies')
  const isDirect = listIn(fields, 'channel_members').length > 0 || lineIn(fields, 'channel') === undefined
  const people = isDirect ? membersIn(fields, 'channel_members') : undefined
  const begun = numberIn(fields, 'create_at') ?? 0
  const thread = { line, begun, replies: replies.length }
  const place = { ...thread, team: lineIn(fields, 'team'), channel: lineIn(fields, 'channel'), people }
  yield { time: begun, value: { ...place, isReply: false, post } }
  for (const reply of replies)
    yield {
      time: numberIn(reply, 'create_at') ?? 0,
      value: { ...place, isReply: true, post: reply },
    }
}

/** Names, or objects with names in newer exports; a person who writes to themselves is listed twice. */
export const membersIn = (fields: Fields, name: string): string[] => [
  ...new Set(
    listIn(fields, name).flatMap((one) =>
      typeof one === 'string' ? one.toLowerCase() : (usernameIn(one as Fields, 'username') ?? []),
    ),
  ),
]

export interface MattermostContext {
  archive: Archive
  times: Times
  names: Names
  channels: ReadonlyMap<string, ChannelRecord>
  emoji: ReadonlySet<string>
  unique(key: string): string
  lose(loss: Loss): void
}

export function messagesOf(spooled: Spooled, threads: Threads, context: MattermostContext): MessageRecord[] {
  const { post, line, team, channel, people, isReply, replies } = spooled
  const sentAt = context.times.at(numberIn(post, 'create_at'))
  const sender = usernameIn(post, 'user')
  if (!sentAt || sender === undefined) return []
  const place = people ? [...people].sort().join(',') : channelKey(team, channel)
  const hash = createHash('sha256').update(textIn(post, 'message') ?? '')
  const key = context.unique(`${place}/${sentAt.getTime()}/${sender}/${hash.digest('hex').slice(0, 12)}`)
  if (isPoll(post)) context.lose({ loss: 'Plugin polls, imported as text', where: key })
  const marked = new MarkedText()
  const files = filesOf(post, context.archive, key, context.lose)
  const said = mattermostText(post, team, marked, context)
  const text = marked.pieces(
    textIn(post, 'type') === 'me' ? `/me ${said.replace(/\s+/g, ' ').replace(/^\*(.*)\*$/, '$1')}` : said,
  )
  if (text.length === 0 && files.length === 0) {
    context.lose({ loss: 'Empty messages', where: key })
    return []
  }
  const message = {
    key,
    sender,
    senderName: lineIn(fieldIn(post, 'props'), 'override_username'),
    sentAt,
    editedAt: context.times.at(numberIn(post, 'edit_at') || undefined),
    text,
    files,
    reactions: reactionsOf(post, context),
    starredBy: recordsOrNames(post, 'flagged_by'),
    isPinned: post.is_pinned === true || undefined,
  }
  if (people) return [{ ...message, place: { people: [...new Set([...people, sender])] } }]
  const record = context.channels.get(channelKey(team, channel))
  if (!record) {
    context.lose({ loss: 'Messages in channels missing from the export', where: key })
    return []
  }
  return threads.placed(message, {
    channel: record.key,
    channelName: record.name,
    thread: replies > 0 ? String(line) : undefined,
    startedAt: context.times.at(spooled.begun) ?? sentAt,
    isInMain: !isReply,
    isRoot: !isReply,
    replies,
  })
}

const recordsOrNames = (post: Fields, name: string): string[] | undefined => {
  const names = membersIn(post, name)
  return names.length > 0 ? names : undefined
}

const reactionsOf = (post: Fields, { emoji }: MattermostContext): ReactionRecord[] =>
  recordsIn(post, 'reactions').flatMap((one) => {
    const person = usernameIn(one, 'user')
    const name = lineIn(one, 'emoji_name')
    if (person === undefined || name === undefined) return []
    return { person, name: withoutSkinTone(name), unicode: emoji.has(name) ? undefined : emojiCalled(name) }
  })
