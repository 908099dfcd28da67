import { ApiError, invalidArgument } from '#contract'
import type { Emoji } from '#platform/emoji'
import type { Organization } from '#platform/organization'
import { type RequestedEmoji, resolveEmoji } from '../../../messages/messages/reactions/emoji.ts'

/** Resolves the emoji of a trigger or step; `at` is the parameter named in errors. */
export function checkedEmoji(
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
