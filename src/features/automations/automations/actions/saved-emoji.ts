import { ApiError, invalidArgument } from '#contract'
import type { Emoji } from '#platform/emoji'
import type { Organization } from '#platform/organization'
import { type RequestedEmoji, resolveEmoji } from '../../../messages/messages/reactions/emoji.ts'

/** The emoji that a trigger or step means; `at` is the parameter. */
export function savedEmoji(
  org: Organization,
  { emoji_name, emoji_code, reaction_type }: RequestedEmoji,
  at: string,
): Emoji {
  try {
    return resolveEmoji(org, { emoji_name, emoji_code, reaction_type }, [])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw invalidArgument({}, { name: `${at}.emoji_name`, reason: 'is not an emoji' })
  }
}
