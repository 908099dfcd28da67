import type { WordPart } from './word-part.ts'

/** How a date, time, or version is searched for. */
export interface JoinedNumbers {
  /** As a tsquery. */
  readonly query: string
  /** Further words and parts of words to highlight. */
  readonly words: readonly string[]
  readonly parts: readonly WordPart[]
}

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}(:\d{2}){0,2})?$/i
const version = /^v?\d+(\.\d+)+$/i

/**
 * Letters next to a number belong to its word in the index, so the last number of `2026-11-28` isn't a word of
 * `2026-11-28T08:00Z`, and the first one of `1.2.3` isn't one of `v1.2.3`. Undefined for other texts.
 */
export function joinedNumbers(text: string): JoinedNumbers | undefined {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  if (isoTime.test(text)) {
    const last = words.at(-1) as string
    // a time of day follows a date, and a time zone follows a time of day
    const next = words.length === 3 ? `${last}t` : `${last}z`
    return {
      query: [...words.slice(0, -1).map(quoted), `(${quoted(last)} | ${quoted(next)}:*)`].join(' <-> '),
      words: [],
      parts: [{ text: next, at: 'start' }],
    }
  }
  if (version.test(text)) {
    const [first, ...others] = [(words[0] as string).replace('v', ''), ...words.slice(1)]
    return {
      query: [`(${quoted(first)} | ${quoted(`v${first}`)})`, ...others.map(quoted)].join(' <-> '),
      words: [first, `v${first}`],
      parts: [],
    }
  }
  return undefined
}

const quoted = (one: string) => `'${one}'`
