/** Subject prefixes of replies and of forwarded mails, in twelve languages. */
const answered = 're|aw|antw|antwort|réf|ref|rép|rep|res|resp|respuesta|r|rif|odp|ответ|отв|vs|sv|رد'
const passedOn =
  'fwd?|wg|weitergeleitet|tr|transf|rv|reenv|enc|doorst|inoltra|i|pd|вперёд|пересл|vl|vb|إعادة توجيه|تحويل'
const prefix = new RegExp(
  `^\\s*(?:(${answered})|(${passedOn}))\\s*(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\))?\\s*[:：]\\s*`,
  'iu',
)
/** `[Fwd: x]` of Mozilla and `x (fwd)` of Pine. */
const inBrackets = new RegExp(`^\\s*\\[\\s*(?:${passedOn})\\s*:\\s*(.*)\\]\\s*$`, 'iu')
const atEnd = /^(.*\S)\s*[([]fwd?[)\]]\s*$/iu

/** Topics are much shorter; removing suffixes one by one takes quadratic time. */
const maxLength = 2_000

interface Subject {
  readonly text: string
  readonly isForwarded: boolean
  readonly isReply: boolean
}

type Prefix = 'reply' | 'forward'

function withoutPrefix(text: string): [prefix: Prefix, rest: string] | undefined {
  const match = prefix.exec(text)
  if (match) return [match[2] === undefined ? 'reply' : 'forward', text.slice(match[0].length)]
  const rest = inBrackets.exec(text)?.[1] ?? atEnd.exec(text)?.[1]
  return rest === undefined ? undefined : ['forward', rest]
}

export function subjectOf(header: string): Subject {
  let text = header.slice(0, maxLength).replace(/\s+/gu, ' ').trim()
  // a reply to a forwarded mail is a reply
  let first: Prefix | undefined
  for (let found = withoutPrefix(text); found; found = withoutPrefix(text)) {
    first ??= found[0]
    text = found[1]
  }
  return { text: text.trim(), isForwarded: first === 'forward', isReply: first === 'reply' }
}
