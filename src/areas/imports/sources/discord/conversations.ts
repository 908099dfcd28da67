import { type Fields, lineIn, textIn } from '../../containers/fields.ts'

/** What a file is of: a channel, a thread or post of a forum below one, or a conversation of people. */
export interface Conversation {
  id: string
  name: string
  kind: 'channel' | 'thread' | 'people'
  /** The channel, or the one that a thread is below. */
  channel: string
  channelName: string
  description: string
}

const threads = /^(?:Guild(?:Public|Private|News)Thread|10|11|12)$/
const people = /^(?:Direct(?:Group)?TextChat|1|3)$/

/** From the head of a file; undefined where it names no channel. */
export function conversationOf(channel: Fields | undefined): Conversation | undefined {
  const id = textIn(channel, 'id')
  if (id === undefined) return undefined
  const name = lineIn(channel, 'name') ?? id
  const type = textIn(channel, 'type') ?? ''
  const parent = textIn(channel, 'categoryId')
  if (people.test(type)) return { id, name, kind: 'people', channel: id, channelName: name, description: '' }
  if (threads.test(type) && parent !== undefined) {
    const channelName = lineIn(channel, 'category') ?? parent
    return { id, name, kind: 'thread', channel: parent, channelName, description: '' }
  }
  return { id, name, kind: 'channel', channel: id, channelName: name, description: lineIn(channel, 'topic') ?? '' }
}
