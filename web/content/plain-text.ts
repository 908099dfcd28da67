import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Channel } from '../store/channels.ts'
import { setContent } from './content.ts'

const known = new WeakMap<Message | Channel, string>()

/** A message or channel that is edited is another object. */
function once<T extends Message | Channel>(one: T, text: (one: T) => string): string {
  let found = known.get(one)
  if (found === undefined) {
    found = text(one)
    // until the sanitizer is there, nothing is
    if (found !== '') known.set(one, found)
  }
  return found
}

/** Parsed, with formulas as their TeX: in the HTML each is there twice, for the eye and for screen readers. */
function parsed(html: string): HTMLElement {
  const place = document.createElement('div')
  setContent(place, html)
  for (const formula of place.querySelectorAll('.katex'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  return place
}

const inOneLine = (place: HTMLElement): string => (place.textContent ?? '').replace(/\s+/g, ' ').trim()

/** What one reads of a message in lists: its words, without pictures, what is covered, and quotes if it says more. */
export const plainText = (one: Message): string =>
  once(one, ({ content }) => {
    const place = parsed(content)
    for (const hidden of place.querySelectorAll('.spoiler-content, .message_embed, button')) hidden.remove()
    const quotes = [...place.children].filter(({ tagName }) => tagName === 'BLOCKQUOTE')
    if (quotes.length < place.children.length) for (const quote of quotes) quote.replaceWith(' … ')
    return inOneLine(place)
  })

/** The words of each paragraph on a line of its own. */
export const plainLines = (html: string): string =>
  [...parsed(html).children].map(({ textContent }) => textContent?.trim()).join('\n')

/** A channel's description without its Markdown, in one line. */
export const plainDescription = (one: Channel): string =>
  one.description === '' ? '' : once(one, ({ rendered_description }) => inOneLine(parsed(rendered_description)))
