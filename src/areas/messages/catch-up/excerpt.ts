import { Parser } from 'htmlparser2'
import { asUserId, type UserId } from '#contract'
import { plainText } from '#platform/markdown'

const mostLetters = 240

const question = /[?？؟](?=["'”’)\]]*(?:\s|$))/

/** The beginning of a rendered message in one line, without what it quotes where anything else is there. */
export function excerpt(html: string): string {
  const said = unquoted(whole(html))
  const text = /[^\s…]/.test(plainText(said)) ? said : whole(html)
  const letters = [...plainText(text).replace(/\s+/g, ' ').trim()]
  if (letters.length <= mostLetters) return letters.join('')
  return `${letters
    .slice(0, mostLetters - 1)
    .join('')
    .trimEnd()}…`
}

/** Each quote is an ellipsis; one whose end was cut off goes on to the end. */
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
      // what was not closed is closed at the end
      kept += html.slice(from)
    },
  })
  parser.end(html)
  return kept
}

/** What the writer of a rendered message says in words of one's own; it may end anywhere. */
interface OwnWords {
  readonly text: string
  /** The people who are called by name, not silently. */
  readonly called: ReadonlySet<UserId>
}

/** The people whom it calls by name, not silently and not in what it quotes. */
export const mentionedIn = (html: string): UserId[] => [...ownWords(html).called]

/** Whether the writer asks something, in words of one's own. */
export const asks = (html: string): boolean => question.test(ownWords(html).text)

/** What somebody else has said, code, addresses and pictures of pages say nothing of what the writer asks. */
const isBorrowed = (tag: string, { class: classes = '' }: Record<string, string>): boolean =>
  ['blockquote', 'pre', 'code', 'a'].includes(tag) || (tag === 'div' && /(?:^| )message_(?:embed|inline)/.test(classes))

function ownWords(html: string): OwnWords {
  let text = ''
  const called = new Set<UserId>()
  // how deep in what is borrowed: quotes hold quotes, and one whose end was cut off goes on to the end
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

/** Without a tag that was cut off at the end. */
const whole = (html: string): string => html.replace(/<[^>]*$/, '')
