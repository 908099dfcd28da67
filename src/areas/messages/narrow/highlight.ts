import { escapeHtml } from '#platform/html'

const tag = /<[^>]*>/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const entity = /&(?:#\d+|#x[\da-fA-F]+|\w+);/g

/** compat: a topic with the marks of a search writes this one sign otherwise. */
export const escapeTopic = (topic: string): string => escapeHtml(topic).replaceAll('&#39;', '&#x27;')

/** Words of a text node of HTML with their places; an entity is never part of one. */
function* wordsOf(text: string): Iterable<{ word: string; at: number; length: number }> {
  const entities = text.includes('&')
    ? [...text.matchAll(entity)].map(({ 0: all, index }) => [index, index + all.length])
    : []
  for (const { 0: found, index } of text.matchAll(word))
    if (!entities.some(([start = 0, end = 0]) => index < end && index + found.length > start))
      yield { word: found.toLowerCase(), at: index, length: found.length }
}

/** Text nodes of HTML with their places, without those of formulas, where an element of HTML would end the formula. */
function* textNodes(html: string): Iterable<{ text: string; at: number }> {
  let at = 0
  let inMath = 0
  for (const { 0: found, index } of html.matchAll(tag)) {
    if (index > at && inMath === 0) yield { text: html.slice(at, index), at }
    if (found.startsWith('<math') || found.startsWith('<svg')) inMath++
    else if (found.startsWith('</math') || found.startsWith('</svg')) inMath--
    at = index + found.length
  }
  if (at < html.length && inMath === 0) yield { text: html.slice(at), at }
}

/**
 * Words of the HTML that may be forms of the wanted ones: a stem keeps a word's beginning. Which of them are is for
 * the database to say, since it made the index.
 */
export function candidates(html: string, wanted: readonly string[], into: Set<string>): void {
  const beginnings = new Set(wanted.map((one) => beginning(one.toLowerCase())))
  for (const { text } of textNodes(html))
    for (const { word } of wordsOf(text)) if (beginnings.has(beginning(word))) into.add(word)
}

const beginning = (text: string): string => [...text.slice(0, 4)].slice(0, 2).join('')

/** The HTML with the words marked; tags, attributes and entities stay as they are. */
export function highlight(html: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return html
  let out = ''
  let from = 0
  for (const { text, at } of textNodes(html))
    for (const one of wordsOf(text)) {
      if (!words.has(one.word)) continue
      const start = at + one.at
      const end = start + one.length
      out += `${html.slice(from, start)}<span class="highlight">${html.slice(start, end)}</span>`
      from = end
    }
  return out + html.slice(from)
}
