import type { Message } from '../../src/areas/messages/wire.ts'
import { setContent } from './content.ts'

/** A message that is edited is another object. */
const known = new WeakMap<Message, string>()

/** What one reads of a message in lists: its words, without pictures, what is covered, and quotes if it says more. */
export function plainText(one: Message): string {
  let text = known.get(one)
  if (text === undefined) {
    const place = document.createElement('div')
    setContent(place, one.content)
    // a formula is there twice, for the eye and for who listens
    for (const hidden of place.querySelectorAll('.spoiler-content, .message_embed, .katex-html, button'))
      hidden.remove()
    const quotes = [...place.children].filter(({ tagName }) => tagName === 'BLOCKQUOTE')
    if (quotes.length < place.children.length) for (const quote of quotes) quote.replaceWith(' … ')
    text = (place.textContent ?? '').replace(/\s+/g, ' ').trim()
    known.set(one, text)
  }
  return text
}
