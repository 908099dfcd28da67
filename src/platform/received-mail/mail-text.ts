import { textOfHtml } from './html-text.ts'
import type { Wish } from './order.ts'
import { ownWords } from './own-words.ts'

/** Of a body, more than any message holds: what follows is left out before anything is converted. */
const maxCharacters = { plain: 200_000, html: 1_000_000 }

interface Bodies {
  readonly text: string | undefined
  readonly html: string | undefined
  readonly isForwarded: boolean
}

/** What a mail says, as somebody wants to read it. */
export function mailText({ text, html, isForwarded }: Bodies, { prefersHtml, ...kept }: Wish): string {
  const plain = () => ownWords((text ?? '').slice(0, maxCharacters.plain), { ...kept, isForwarded })
  const rich = () => {
    const markdown = textOfHtml((html ?? '').slice(0, maxCharacters.html), {
      ...kept,
      keepsQuotes: kept.keepsQuotes || isForwarded,
    })
    return ownWords(markdown, { ...kept, isForwarded })
  }
  const isPlain = text !== undefined && text.trim() !== ''
  const first = html !== undefined && (prefersHtml || !isPlain) ? rich : plain
  return (first() || (first === rich ? plain() : html === undefined ? '' : rich())).toWellFormed().replaceAll('\0', '')
}
