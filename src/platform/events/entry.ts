import type { ChannelId, EventKind, PayloadOf, ServerEventKind, UserId } from '#contract'
import type { SharedBeginning } from '#platform/compression'

/**
 * Stored events are numbered 1, 2, 3…; a position in memory is that number times this, plus an offset for transient
 * events (typing, presence). A stored event thus always follows every transient event seen before it.
 */
export const placesPerPosition = 1024

/** The recipients of an event, decided when it's written. The parts are combined. */
export interface Audience {
  everyone?: true
  members?: true
  users?: UserId[]
  /** Users subscribed to the channel at the event's position. */
  channel?: ChannelId
  /** The channel is public, so queues with `all_public_streams` get the event too. */
  publicChannel?: true
  except?: UserId[]
  /** Additional fields that differ by user; `others` is for users not listed. */
  perUser?: Record<UserId, Record<string, unknown>>
  others?: Record<string, unknown>
  /** Additional fields for the sender's own queue. */
  perQueue?: Record<string, Record<string, unknown>>
  /** Only clients with, or only those without, this capability. */
  clients?: { capability: string; declared: boolean }
}

export interface Entry {
  readonly at: number
  readonly type: string
  readonly op: string | undefined
  readonly payload: Record<string, unknown>
  readonly audience: Audience
  /**
   * By client key: the beginning of a response with this event, without fields that differ by user; null for no event.
   */
  readonly bodies: Map<string, SharedBeginning | null>
  /** Characters held in memory: the stored form, or the payload of a transient event, and the bodies. */
  size: number
}

/** Emits an event to an audience; events between servers have none. */
export interface Emit {
  <K extends ServerEventKind>(kind: K, payload: PayloadOf<K>): void
  <K extends EventKind>(kind: K, payload: PayloadOf<K>, audience: Audience | UserId[]): void
}

export function entry(kind: EventKind, payload: object, audience: Audience | UserId[], at: number): Entry {
  return {
    at,
    type: kind.type,
    op: kind.op,
    payload: payload as Record<string, unknown>,
    audience: Array.isArray(audience) ? { users: audience } : audience,
    bodies: new Map(),
    size: 0,
  }
}

export const saidBy = <K extends EventKind>(kind: K, { type, op, payload }: Entry): PayloadOf<K> | undefined =>
  type === kind.type && op === kind.op ? (payload as PayloadOf<K>) : undefined
