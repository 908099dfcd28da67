import type { ChannelId, EventKind, PayloadOf, UserId } from '#contract'
import type { Database } from '#platform/db'
import { type ClientView, clientView, type QueueOptions } from './client-view.ts'
import type { Entry } from './entry.ts'
import type { SerializedEvent } from './event-serializer.ts'
import type { Tail } from './tail.ts'

/** A user's subscription periods, in log positions. */
export interface Spans {
  /** True if the user is or was subscribed. */
  has(channelId: ChannelId): boolean
  covers(channelId: ChannelId, position: number): boolean
}

/** A user's spans, kept up to date until released. */
export interface Watched {
  spans(): Spans
  release(): void
}

/** Converts events of some kinds for a client: the fields besides `id`, `type`, and `op`; null if it gets none. */
export type View<K extends EventKind = EventKind> = {
  view(payload: PayloadOf<K>, client: ClientView): object | null
}['view']

/** Decides whether a queue with its own options wants an event whose type and audience match. */
export type QueueFilter = (entry: Entry, ownFields: Record<string, unknown>) => boolean

export interface QueueServices {
  /** By event name. */
  readonly views: ReadonlyMap<string, View>
  /** Loads several users' spans at once, in the given order. */
  watchSpans(org: QueueHost, userIds: readonly UserId[]): Promise<Watched[]>
  filter(org: QueueHost, userId: UserId | null, options: QueueOptions): QueueFilter | null
  isMember(org: QueueHost, userId: UserId): boolean
}

export interface QueueHost {
  readonly id: number
  readonly db: Database
  readonly tail: Tail
  now(): Date
  nextPlace(): number | undefined
  /** Follows the log up to a position, if it exists: another process may be ahead. */
  follow(position: number): Promise<void>
  queuesEnded(ids: readonly string[]): void
}

export interface Closing {
  readonly isClosed: boolean
}

export type Events = readonly SerializedEvent[]

/** How far a request has read its queue. */
export class Cursor {
  /** Position of the newest event that the client acknowledged or this request sent. */
  sent: number
  /** There are no more events for the queue between `sent` and here. */
  read: number
  /** Nothing was sent yet, so that what was read without result needn't be read again by the next request. */
  isFresh = true

  constructor(sent: number, read: number) {
    this.sent = sent
    this.read = read
  }

  advance(at: number): void {
    this.sent = at
    this.read = at
    this.isFresh = false
  }
}

/**
 * perf: its connection is checked periodically, because a listener per poll keeps the request in V8's old generation.
 */
export class Waiter {
  readonly resolve: (events: Events) => void
  readonly connection: Closing
  readonly cursor: Cursor
  /** Time of its heartbeat, by `performance.now()`. */
  readonly beatAt: number

  constructor(resolve: (events: Events) => void, connection: Closing, cursor: Cursor, beatAt: number) {
    this.resolve = resolve
    this.connection = connection
    this.cursor = cursor
    this.beatAt = beatAt
  }
}

export class Queue {
  readonly id: string
  readonly userId: UserId
  readonly start: number
  readonly lifespanSecs: number
  readonly options: QueueOptions
  readonly types: ReadonlySet<string> | null
  readonly client: ClientView
  filter: QueueFilter | null = null
  spans: (() => Spans) | null = null
  release: () => void = () => {}
  acked: number
  /** There are no events for this queue between `acked` and here. */
  scanned: number
  /** The newest event sent to the client by this process, acknowledged or not. */
  sent: number
  lastSeen: number
  saved = { acked: 0, lastSeen: 0 }
  waiter: Waiter | null = null
  /** Number of requests so far: a newer one ends a stream. */
  requests = 0

  constructor(row: {
    id: string
    userId: UserId
    start: number
    acked: number
    lifespanSecs: number
    options: QueueOptions
    lastSeen: number
  }) {
    this.id = row.id
    this.userId = row.userId
    this.start = row.start
    this.acked = row.acked
    this.scanned = row.acked
    this.sent = row.acked
    this.lifespanSecs = row.lifespanSecs
    this.options = row.options
    this.types = row.options.event_types ? new Set(row.options.event_types) : null
    this.client = clientView(row.options)
    this.lastSeen = row.lastSeen
    this.saved = { acked: row.acked, lastSeen: row.lastSeen }
  }

  get isSaved(): boolean {
    return this.acked === this.saved.acked && this.lastSeen === this.saved.lastSeen
  }
}
