import { type Emoji, emojiByName, findUnicodeEmoji, nameOfCode } from '#platform/emoji'
import type { Organization } from '#platform/organization'
import { customEmojiNamed } from '../../text/custom-emoji/cache.ts'
import type { ReactionRecord } from './records.ts'

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
export const isKnown = ({ unicode, name }: ReactionRecord, emoji: ReadonlyMap<string, string>): boolean =>
  (unicode !== undefined && findUnicodeEmoji(unicode).length > 0) || emoji.has(name) || emojiByName(name) !== undefined
