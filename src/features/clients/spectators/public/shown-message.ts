import { asUserId } from '#contract'
import { characters, type PageMessage, topicName } from '../../../data/exports/public.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import type { Message } from '../../../messages/messages/wire.ts'
import { peopleCache } from '../../../people/users/cache.ts'

/** Removes a leading `/me`, because the sender's name is shown above. */
const withoutMe = (html: string): string => html.replace(/^<p>\/me /, '<p>')

export function shownMessage({ org }: Reader, message: Message, content: string): PageMessage {
  return {
    id: message.id,
    sender: message.sender_full_name,
    isBot: (org.get(peopleCache).byId.get(asUserId(message.sender_id))?.botType ?? null) !== null,
    sentAt: new Date(message.timestamp * 1000),
    isEdited: message.last_edit_timestamp !== undefined,
    content: message.is_me_message ? withoutMe(content) : content,
    reactions: reactionsOf(message),
  }
}

/** By emoji, ordered by first use, without users. */
function reactionsOf({ reactions }: Message): PageMessage['reactions'] {
  const counted = new Map<string, { shown: string; name: string; count: number }>()
  for (const { reaction_type, emoji_code, emoji_name } of reactions) {
    const key = `${reaction_type} ${emoji_code}`
    const shown = reaction_type === 'unicode_emoji' ? characters(emoji_code) : `:${emoji_name}:`
    const one = counted.get(key) ?? { shown, name: emoji_name, count: 0 }
    one.count++
    counted.set(key, one)
  }
  return [...counted.values()]
}

export const placeOf = ({ display_recipient, subject }: Message): string =>
  `# ${display_recipient as string} › ${topicName(subject)}`
