/** Subject prefixes of replies and of forwarded mails, in five languages. */
const answered = 're|aw|antw|antwort|réf|ref|rép|rep|resp|respuesta|sv|رد'
const passedOn = 'fwd?|wg|weitergeleitet|tr|transf|rv|reenv|enc|إعادة توجيه|تحويل'
const prefix = new RegExp(
  `^\\s*(?:(${answered})|(${passedOn}))\\s*(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\))?\\s*[:：]\\s*`,
  'iu',
)

interface Subject {
  readonly text: string
  readonly isForwarded: boolean
}

export function subjectOf(header: string): Subject {
  let text = header.replace(/\s+/gu, ' ').trim()
  let isForwarded = false
  let isFirst = true
  for (let match = prefix.exec(text); match; match = prefix.exec(text)) {
    // a reply to a forwarded mail is a reply
    if (isFirst) isForwarded = match[2] !== undefined
    isFirst = false
    text = text.slice(match[0].length)
  }
  return { text: text.trim(), isForwarded }
}
