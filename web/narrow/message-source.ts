import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Narrow } from './narrow.ts'

export type Anchor = 'first_unread' | 'newest' | 'oldest' | number

export interface Source {
  around(
    narrow: Narrow,
    question: { anchor: Anchor; before: number; after: number; includeAnchor: boolean },
  ): Promise<{
    messages: Message[]
    /** Events received before the request that the response doesn't include. */
    heard?: readonly WireEvent[]
    anchor?: number | undefined
    found_oldest: boolean
    found_newest: boolean
  }>
  byId(narrow: Narrow, ids: readonly number[]): Promise<{ messages: Message[] }>
  /** For narrows that only the server can match. */
  whichFit(narrow: Narrow, ids: readonly number[]): Promise<number[]>
}
