import type { ChannelId, ConversationId } from './ids.ts'

/** At most `most` code points; a cut text ends with an ellipsis. */
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

/** Identifies a topic of a channel or conversation, ignoring case. */
export const topicKey = (id: ChannelId | ConversationId, topic: string): string => `${id} ${topic.toLowerCase()}`

/** Orders texts by UTF-16 code units, in every language the same. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The distinct numbers, smallest first. */
export const ascending = <I extends number>(ids: Iterable<I>): I[] => [...new Set(ids)].sort((a, b) => a - b)
