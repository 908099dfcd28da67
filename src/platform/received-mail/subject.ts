/** What programs put before the subject of an answer, and before that of a mail that is passed on; five languages. */
const answered = 're|aw|antw|antwort|réf|ref|rép|rep|resp|respuesta|sv|رد'
const passedOn = 'fwd?|wg|weitergeleitet|tr|transf|rv|reenv|enc|إعادة توجيه|تحويل'
const prefix = new RegExp(
  `^\\s*(?:(${answered})|(${passedOn}))\\s*(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\))?\\s*[:：]\\s*`,
  'iu',
)

interface Subject {
  /** Without prefixes; empty where nothing else is there. */
  readonly text: string
  readonly isForwarded: boolean
}

/** What a mail is about, whatever became of it on its way. */
export function subjectOf(header: string): Subject {
  let text = header.replace(/\s+/gu, ' ').trim()
  let isForwarded = false
  let isFirst = true
  for (let match = prefix.exec(text); match; match = prefix.exec(text)) {
    // an answer to a mail that was once passed on is an answer
    if (isFirst) isForwarded = match[2] !== undefined
    isFirst = false
    text = text.slice(match[0].length)
  }
  return { text: text.trim(), isForwarded }
}
