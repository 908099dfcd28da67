import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Narrow } from '../narrow/narrow.ts'

/** A message's search highlights from the server: HTML, and no more trusted than other HTML. */
interface Marks {
  /** The highlighted text: highlights don't apply to another one. */
  readonly content: string
  readonly subject: string
  readonly markedContent: string
  readonly markedSubject: string
  readonly files: Message['match_files']
  shown?: { readonly of: Message; readonly marked: Message }
}

/** Live as long as the narrow's list. */
const marks = new WeakMap<Narrow, Map<number, Marks>>()

type Matches = Pick<Message, 'match_content' | 'match_subject' | 'match_files'>

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

/** Messages with a search's highlights; one that has changed since is shown without them. */
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
