import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Channel } from '../store/channels.ts'
import { setContent } from './content.ts'

const known = new WeakMap<Message | Channel, string>()

/** Cached by object: an edited message or channel is a new object. */
function once<T extends Message | Channel>(one: T, text: (one: T) => string): string {
  let found = known.get(one)
  if (found === undefined) {
    found = text(one)
    // empty until the sanitizer has loaded, so don't cache that
    if (found !== '') known.set(one, found)
  }
  return found
}

/** Parses HTML. Each formula is in it twice, for display and for screen readers: replaced with its TeX. */
function parsed(html: string): HTMLElement {
  const place = document.createElement('div')
  setContent(place, html)
  for (const formula of place.querySelectorAll('.katex'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  return place
}

const inOneLine = (place: HTMLElement): string => (place.textContent ?? '').replace(/\s+/g, ' ').trim()

/** A message's text for lists: without pictures, spoilers, and, if there's other text, quotes. */
export const plainText = (one: Message): string =>
  once(one, ({ content }) => {
    const place = parsed(content)
    for (const hidden of place.querySelectorAll('.spoiler-content, .message_embed, button')) hidden.remove()
    const quotes = [...place.children].filter(({ tagName }) => tagName === 'BLOCKQUOTE')
    if (quotes.length < place.children.length) for (const quote of quotes) quote.replaceWith(' … ')
    return inOneLine(place)
  })

export const plainLines = (html: string): string =>
  [...parsed(html).children].map(({ textContent }) => textContent?.trim()).join('\n')

export const plainDescription = (one: Channel): string =>
  one.description === '' ? '' : once(one, ({ rendered_description }) => inOneLine(parsed(rendered_description)))
