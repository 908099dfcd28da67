import { asUserId, type UserId } from '#contract'
import { plainText } from '#platform/markdown'

const mostLetters = 240

/** What somebody else has said, code, and pictures of pages say nothing of what the writer asks. */
const borrowed =
  /<(blockquote|pre|code)\b[^>]*>[\s\S]*?<\/\1>|<div class="(?:message_embed|message_inline)[\s\S]*|<a\b[^>]*>[^<]*<\/a>/g
const called = /<span class="user-mention(?: [^"]*)?" data-user-id="(\d+)"/g
const question = /[?？؟](?=["'”’)\]]*(?:\s|<|$))/

/** The beginning of a rendered message in one line. */
export function excerpt(html: string): string {
  const letters = [...plainText(whole(html)).replace(/\s+/g, ' ')]
  if (letters.length <= mostLetters) return letters.join('')
  return `${letters
    .slice(0, mostLetters - 1)
    .join('')
    .trimEnd()}…`
}

/** The people whom it calls by name, not silently and not in what it quotes. */
export const mentionedIn = (html: string): UserId[] => [
  ...new Set(
    [...html.replace(borrowed, '').matchAll(called)]
      .filter(([tag]) => !tag.includes(' silent'))
      .map(([, id]) => asUserId(Number(id))),
  ),
]

/** Whether the writer asks something, in words of one's own. */
export const asks = (html: string): boolean => question.test(whole(html).replace(borrowed, ''))

/** Without a tag that was cut off at the end. */
const whole = (html: string): string => html.replace(/<[^>]*$/, '')
