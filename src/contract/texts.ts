import type { ChannelId, ConversationId } from './ids.ts'

/** Cuts a text to at most `most` code points, ending in an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/**
 * Lower case, like the database's `lower`, which maps each code point to one code point. JavaScript maps a final Σ to ς,
 * and İ to two code points.
 */
export const foldedTopic = (topic: string): string =>
  isAscii(topic) ? topic.toLowerCase() : Array.from(topic, lowerCodePoint).join('')

const lowerCodePoint = (point: string): string => (point === 'İ' ? 'i' : point.toLowerCase())

/** Identifies a topic case-insensitively. */
export const topicKey = (id: ChannelId | ConversationId, topic: string): string => `${id} ${foldedTopic(topic)}`

/** Compares by UTF-16 code units, independent of the language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Distinct numbers in ascending order. */
export const ascending = <I extends number>(ids: Iterable<I>): I[] => [...new Set(ids)].sort((a, b) => a - b)
