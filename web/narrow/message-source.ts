import type { WireEvent } from '#contract'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Narrow } from './narrow.ts'

/** Where one begins to read. */
export type Anchor = 'first_unread' | 'newest' | 'oldest' | number

/** Where messages come from. */
export interface Source {
  around(
    narrow: Narrow,
    question: { anchor: Anchor; before: number; after: number; includeAnchor: boolean },
  ): Promise<{
    messages: Message[]
    /** What the answer knows nothing of, though it was heard before it was asked for. */
    heard?: readonly WireEvent[]
    anchor?: number | undefined
    found_oldest: boolean
    found_newest: boolean
  }>
  /** Those that belong to the narrow. */
  byId(narrow: Narrow, ids: readonly number[]): Promise<{ messages: Message[] }>
  /** For narrows that only the server can judge. */
  whichFit(narrow: Narrow, ids: readonly number[]): Promise<number[]>
}
