import { folded, singleLetters } from '#contract'
import { escapeHtml } from '#platform/html'
import type { WordPart } from './word-part.ts'

const tag = /<[^<>]*>/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const entity = /&(?:#\d+|#x[\da-fA-F]+|\w+);/g

/** compat: a topic with the marks of a search writes this one sign otherwise. */
export const escapeTopic = (topic: string): string => escapeHtml(topic).replaceAll('&#39;', '&#x27;')

/** Highlights: whole words in any of some forms, parts of words, and runs of letters outside of words. */
export interface Marks {
  /** Folded. */
  readonly forms: ReadonlySet<string>
  readonly parts: readonly WordPart[]
  /** Folded. */
  readonly runs: readonly string[]
}

/** Words of an HTML text node with their offsets, without entities. */
function* wordsOf(text: string): Iterable<{ word: string; at: number }> {
  const entities = text.includes('&')
    ? [...text.matchAll(entity)].map(({ 0: all, index }) => [index, index + all.length])
    : []
  for (const { 0: found, index } of text.matchAll(word))
    if (!entities.some(([start = 0, end = 0]) => index < end && index + found.length > start))
      yield { word: found, at: index }
}

/** HTML text nodes with their offsets. Skips formulas, where an HTML element would end the formula. */
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

/** Possible forms of the wanted words, which share the stem's beginning; the database decides. */
export function candidates(html: string, wanted: readonly string[], into: Set<string>): void {
  const beginnings = new Set(wanted.map((one) => beginning(folded(one))))
  for (const { text } of textNodes(html))
    for (const { word } of wordsOf(text))
      for (const { letters } of pieces(word)) if (beginnings.has(beginning(letters))) into.add(letters)
}

const beginning = (text: string): string => [...text.slice(0, 4)].slice(0, 2).join('')

interface Piece {
  /** Folded. */
  readonly letters: string
  readonly isWord: boolean
  /** Offsets of the letters in the word, and the end of the last one; undefined if they're unchanged. */
  readonly places: readonly number[] | undefined
}

const ascii = /^[\0-\x7f]*$/

/** Splits a word into words of alphabetic letters, and runs of letters that are indexed one by one. */
function pieces(word: string): Piece[] {
  const places: number[] = []
  // perf: nearly every word
  if (ascii.test(word)) return [{ letters: word.toLowerCase(), isWord: true, places: undefined }]
  let letters = ''
  let at = 0
  for (const letter of word) {
    for (const _ of folded(letter)) places.push(at)
    letters += folded(letter)
    at += letter.length
  }
  places.push(at)
  // rare: letters of more than one UTF-16 unit don't line up with the offsets, so take the word as a whole
  if (places.length !== letters.length + 1) return [{ letters, isWord: true, places: [0, word.length] }]
  const found: Piece[] = []
  let from = 0
  const add = (below: number, isWord: boolean) => {
    if (below > from) found.push({ letters: letters.slice(from, below), isWord, places: places.slice(from, below + 1) })
    from = below
  }
  for (const { 0: run, index } of letters.matchAll(singleLetters)) {
    add(index, true)
    add(index + run.length, false)
  }
  add(letters.length, true)
  return found
}

/** Ranges to highlight in a word, ascending, without overlaps. */
function rangesIn(word: string, { forms, parts, runs }: Marks): [from: number, below: number][] {
  const ranges: [number, number][] = []
  for (const { letters, isWord, places } of pieces(word)) {
    const at = (index: number) => (places ? (places[Math.min(index, places.length - 1)] as number) : index)
    if (isWord && forms.has(letters)) ranges.push([at(0), at(letters.length)])
    else if (isWord)
      for (const part of parts)
        for (const place of placesOf(part, letters)) ranges.push([at(place), at(place + part.text.length)])
    else
      for (const run of runs)
        for (let found = letters.indexOf(run); found !== -1; found = letters.indexOf(run, found + 1))
          ranges.push([at(found), at(found + run.length)])
  }
  return merged(ranges)
}

function placesOf({ text, at }: WordPart, letters: string): number[] {
  if (at === 'start') return letters.startsWith(text) ? [0] : []
  if (at === 'end') return letters.endsWith(text) ? [letters.length - text.length] : []
  const found = letters.indexOf(text)
  return found === -1 ? [] : [found]
}

function merged(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, below] of ranges.sort(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], below)
    else if (below > from) result.push([from, below])
  }
  return result
}

/** Tags, attributes, and entities stay unchanged. */
export function highlight(html: string, marks: Marks): string {
  if (marks.forms.size + marks.parts.length + marks.runs.length === 0) return html
  let out = ''
  let from = 0
  for (const { text, at } of textNodes(html))
    for (const one of wordsOf(text))
      for (const [start, end] of rangesIn(one.word, marks)) {
        const [first, last] = [at + one.at + start, at + one.at + end]
        out += `${html.slice(from, first)}<span class="highlight">${html.slice(first, last)}</span>`
        from = last
      }
  return out + html.slice(from)
}
