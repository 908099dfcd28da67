import { textOfHtml } from './html-text.ts'
import type { Wish } from './order.ts'
import { ownWords } from './own-words.ts'

/** Limits of a body, longer than any message; the rest is dropped before conversion. */
const maxCharacters = { plain: 200_000, html: 1_000_000 }

interface Bodies {
  readonly text: string | undefined
  readonly html: string | undefined
  readonly isForwarded: boolean
  /** Its headers or subject say so. */
  readonly isReply: boolean
  /** Some of the HTML has no text of its own. */
  readonly isMixed: boolean
}

export function mailText(bodies: Bodies, { prefersHtml, answersMessage, ...kept }: Wish): string {
  const { text, html, isForwarded } = bodies
  const isReply = bodies.isReply || answersMessage
  const plain = () => ownWords((text ?? '').slice(0, maxCharacters.plain), { ...kept, isForwarded, isReply })
  const rich = () => {
    const markdown = textOfHtml((html ?? '').slice(0, maxCharacters.html), {
      ...kept,
      isReply,
      keepsQuotes: kept.keepsQuotes || isForwarded,
    })
    return ownWords(markdown, { ...kept, isForwarded, isReply })
  }
  const isPlain = text !== undefined && text.trim() !== ''
  const first = html !== undefined && (prefersHtml || bodies.isMixed || !isPlain) ? rich : plain
  return (first() || (first === rich ? plain() : html === undefined ? '' : rich())).toWellFormed().replaceAll('\0', '')
}
