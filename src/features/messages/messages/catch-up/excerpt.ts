import { Parser } from 'htmlparser2'
import { asUserId, type UserId } from '#contract'
import { plainText } from '#platform/markdown'

const maxCharacters = 240

const question = /[?？؟](?=["'”’)\]]*(?:\s|$))/

/** The beginning of a rendered message in one line, without quotes unless there's nothing else. */
export function excerpt(html: string): string {
  const said = unquoted(whole(html))
  const text = /[^\s…]/.test(plainText(said)) ? said : whole(html)
  const letters = [...plainText(text).replace(/\s+/g, ' ').trim()]
  if (letters.length <= maxCharacters) return letters.join('')
  return `${letters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`
}

/** Replaces each quote by an ellipsis; a quote whose end is cut off extends to the end. */
function unquoted(html: string): string {
  let kept = ''
  let depth = 0
  let from = 0
  const parser = new Parser({
    onopentag(tag) {
      if (tag === 'blockquote' && depth++ === 0) kept += `${html.slice(from, parser.startIndex)} … `
    },
    onclosetag(tag) {
      if (tag === 'blockquote' && --depth === 0) from = parser.endIndex + 1
    },
    onend() {
      // close what is still open at the end
      kept += html.slice(from)
    },
  })
  parser.end(html)
  return kept
}

interface OwnWords {
  readonly text: string
  /** Users mentioned by name, not silently. */
  readonly called: ReadonlySet<UserId>
}

export const mentionedIn = (html: string): UserId[] => [...ownWords(html).called]

export const asks = (html: string): boolean => question.test(ownWords(html).text)

/** Quotes, code, URLs, and link previews aren't the author's own words. */
const isBorrowed = (tag: string, { class: classes = '' }: Record<string, string>): boolean =>
  ['blockquote', 'pre', 'code', 'a'].includes(tag) || (tag === 'div' && /(?:^| )message_(?:embed|inline)/.test(classes))

function ownWords(html: string): OwnWords {
  let text = ''
  const called = new Set<UserId>()
  // nesting depth inside quotes and the like: a quote whose end is cut off extends to the end
  let depth = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      text += ' '
      if (depth > 0 || isBorrowed(tag, attributes)) depth++
      else if (tag === 'span' && /^user-mention(?!.* silent)/.test(attributes.class ?? '')) {
        const id = Number(attributes['data-user-id'])
        if (Number.isSafeInteger(id)) called.add(asUserId(id))
      }
    },
    ontext(part) {
      if (depth === 0) text += part
    },
    onclosetag() {
      if (depth > 0) depth--
      text += ' '
    },
  })
  parser.write(whole(html))
  parser.end()
  return { text, called }
}

/** Without a tag that is cut off at the end. */
const whole = (html: string): string => html.replace(/<[^>]*$/, '')
