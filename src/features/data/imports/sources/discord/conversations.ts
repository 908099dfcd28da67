import { type Fields, lineIn, textIn } from '../../containers/fields.ts'

/** The source of a file: a channel, a thread or forum post in one, or a direct conversation. */
export interface Conversation {
  id: string
  name: string
  kind: 'channel' | 'thread' | 'people'
  channel: string
  channelName: string
  description: string
}

const threads = /^(?:Guild(?:Public|Private|News)Thread|10|11|12)$/
const people = /^(?:Direct(?:Group)?TextChat|1|3)$/

/** Undefined if the file names no channel. */
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
