import { numbered, topicOf } from './sentences.ts'
import type { Thread } from './tool.ts'

/** Only a topic if the payload has no ID. */
export const thread = (id: string, topic: string): Thread | string => (id === '' ? topic : { id, topic })

/** Distinguishes servers of a tool: IDs are only unique on one of them. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

interface Ticket {
  /** The topic's first part: the name of a repository, for example. */
  readonly place: string
  /** Distinguishes places of the same name; the name by default. */
  readonly placeId?: string
  readonly kind: string
  readonly number: string
  readonly title: string
  readonly sign?: string
}

/** The topic `site / PR #12 Fix the door`, with the number first. */
export function ticketThread({ place, placeId = '', kind, number, title, sign = '#' }: Ticket): Thread | string {
  const topic = topicOf(place, [kind, numbered(number, title, sign)].filter(Boolean).join(' '))
  return thread(number === '' ? '' : `${placeId || place} ${sign}${number}`, topic)
}
