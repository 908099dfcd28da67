import { maxMessageLength, type UserId } from '#contract'
import { directMessageUrl, topicUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { ReadableMessage } from '../messages/access/readable.ts'
import type { Texts } from './texts.ts'

/** No message, a message, or one that's deleted or unreadable now. */
export type Target = ReadableMessage | 'none' | 'unreadable'

/** The reminder's Markdown; with the message's text if `quoting`. */
export function reminderText(
  texts: Texts,
  org: Organization,
  target: Target,
  note: string,
  { quoting }: { quoting: boolean },
) {
  if (typeof target === 'string') {
    const lead = target === 'none' ? texts.plain : texts.gone
    return [lead, ...noted(texts, note)].join('\n\n')
  }
  const [kind, message] = linkTo(org, target)
  const author = nameOf(texts, org, target.sender_id)
  if (!quoting) return [texts.about(kind, message, author), ...noted(texts, note)].join('\n\n')
  const lead = texts.aboutQuoted(kind, message, author)
  // an open fence in the note would swallow the quote
  const isOpen = /^ *(```|~~~)/m.test(note)
  const before = isOpen ? [lead] : [lead, ...noted(texts, note)]
  const after = isOpen ? noted(texts, note) : []
  const room = maxMessageLength - [...before, ...after].join('\n\n').length - 100
  return [...before, quotation(target.content, room), ...after].join('\n\n')
}

const noted = (texts: Texts, note: string): string[] => (note === '' ? [] : [texts.note(note)])

/** A channel link by name if its syntax allows that, otherwise by URL. */
function linkTo(
  org: Organization,
  { id, conversation_id, member_ids, topic }: ReadableMessage,
): [kind: Parameters<Texts['about']>[0], message: string] {
  if (member_ids) return ['direct', directMessageUrl(member_ids, id)]
  const channel = org.get(channelsCache).ofConversation(conversation_id)
  if (!channel) return ['unknown', '']
  const isPlain = !/[*>]/.test(channel.name) && !/\*|@\d+$/.test(topic)
  return isPlain ? ['channel', `#**${channel.name}>${topic}@${id}**`] : ['link', topicUrl(channel, topic, { near: id })]
}

function nameOf(texts: Texts, org: Organization, userId: UserId): string {
  const name = org.get(peopleCache).byId.get(userId)?.fullName
  return name === undefined ? texts.someone : `@_**${name}|${userId}**`
}

/** In a fence longer than any inside, cut to `room`. Quoted mentions notify no one. */
function quotation(content: string, room: number): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.min(longest, 40) + 1)
  const points = [...content]
  const shown = points.length > room ? `${points.slice(0, room).join('')}…` : content
  return `${fence}quote\n${shown}\n${fence}`
}
