import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Narrow } from '../narrow/narrow.ts'

/** What a search found in a message, as the server has marked it: HTML, not trusted more than other HTML. */
interface Marks {
  /** What was marked: of another text they say nothing. */
  readonly content: string
  readonly subject: string
  readonly markedContent: string
  readonly markedSubject: string
  readonly files: Message['match_files']
  /** The message with its marks, and of which message that was made. */
  shown?: { readonly of: Message; readonly marked: Message }
}

/** They live as long as the list of the narrow. */
const marks = new WeakMap<Narrow, Map<number, Marks>>()

type Matches = Pick<Message, 'match_content' | 'match_subject' | 'match_files'>

/** Keeps what was found in a message of a narrow. */
export function keepMarks(narrow: Narrow, { id, content, subject }: Message, found: Matches): void {
  if (found.match_content === undefined || found.match_subject === undefined) return
  let known = marks.get(narrow)
  if (!known) {
    known = new Map()
    marks.set(narrow, known)
  }
  known.set(id, {
    content,
    subject,
    markedContent: found.match_content,
    markedSubject: found.match_subject,
    files: found.match_files,
  })
}

/** Messages as a search shows them: one that was changed since is shown as it is now. */
export function withMarks(narrow: Narrow, messages: readonly Message[]): readonly Message[] {
  const known = marks.get(narrow)
  if (!known) return messages
  return messages.map((message) => {
    const found = known.get(message.id)
    if (!found || found.content !== message.content) return message
    if (found.shown?.of !== message) {
      const { match_subject: _before, ...rest } = message
      const subject = found.subject === message.subject ? { match_subject: found.markedSubject } : {}
      const files = found.files ? { match_files: found.files } : {}
      found.shown = { of: message, marked: { ...rest, ...subject, ...files, content: found.markedContent } }
    }
    return found.shown.marked
  })
}
