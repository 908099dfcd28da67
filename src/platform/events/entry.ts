import type { ChannelId, EventKind, PayloadOf, ServerEventKind, UserId } from '#contract'
import type { SharedBeginning } from '#platform/compression'

/**
 * Positions in the event log: the log numbers an organization's events 1, 2, 3…; between two of them there is room for
 * events that are never stored (typing, presence), so a position in memory is the log's number times this, plus a
 * place. A stored event thus always comes after every passing event that was seen before it.
 */
export const placesPerPosition = 1024

/** Who receives an event: decided when it is written. Several parts add up. */
export interface Audience {
  everyone?: true
  /** Everyone but guests. */
  members?: true
  users?: UserId[]
  /** Whoever was subscribed to the channel at the event's position. */
  channel?: ChannelId
  /** The channel is public, so queues that watch all public channels receive it too. */
  publicChannel?: true
  except?: UserId[]
  /** Fields beside the payload that differ by receiver; `others` are for whoever is not named. */
  perUser?: Record<UserId, Record<string, unknown>>
  others?: Record<string, unknown>
  /** Fields that only one queue receives: the sender's own. */
  perQueue?: Record<string, Record<string, unknown>>
  /** Only clients that have declared this capability, or only those that have not. */
  clients?: { capability: string; declared: boolean }
}

/** An event in the organization's tail, in memory. */
export interface Entry {
  readonly at: number
  readonly type: string
  readonly op: string | undefined
  readonly payload: Record<string, unknown>
  readonly audience: Audience
  /**
   * For each kind of client, made when first needed: how an answer begins whose first event this is, up to what differs
   * by receiver; null when such clients do not receive it.
   */
  readonly bodies: Map<string, SharedBeginning | null>
  /** Characters that are kept of it: as it is stored, and its bodies; 0 for what passes, which is short. */
  size: number
}

/** Emits an event, for its audience; one that only servers hear of has none. */
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

/** What an event of a kind says; undefined where it is another kind's. */
export const saidBy = <K extends EventKind>(kind: K, { type, op, payload }: Entry): PayloadOf<K> | undefined =>
  type === kind.type && op === kind.op ? (payload as PayloadOf<K>) : undefined
