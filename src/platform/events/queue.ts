import type { ChannelId, EventKind, PayloadOf, UserId } from '#contract'
import type { Database } from '#platform/db'
import { type ClientView, clientView, type QueueOptions } from './client-view.ts'
import type { Entry } from './entry.ts'
import type { Presented } from './presentation.ts'
import type { Tail } from './tail.ts'

/** Where in the log a user was subscribed to each channel. */
export interface Spans {
  /** Whether the user is or was subscribed at all. */
  has(channelId: ChannelId): boolean
  covers(channelId: ChannelId, position: number): boolean
}

/** Somebody's spans, kept fresh in memory until they are released. */
export interface Watched {
  spans(): Spans
  release(): void
}

/**
 * How events of some kinds look to one kind of client: the fields beside `id`, `type` and `op`, which it may say
 * anew; null when it gets none.
 */
export type View<K extends EventKind = EventKind> = {
  view(payload: PayloadOf<K>, client: ClientView): object | null
}['view']

/** Whether one queue, with its own options, wants an event whose type and audience fit. */
export type QueueFilter = (entry: Entry, ownFields: Record<string, unknown>) => boolean

/** What queues ask of the areas. */
export interface QueueServices {
  /** By the names of the events. */
  readonly views: ReadonlyMap<string, View>
  /** The subscription spans of users, in their order, read together. */
  watchSpans(org: QueueHost, userIds: readonly UserId[]): Promise<Watched[]>
  filter(org: QueueHost, userId: UserId | null, options: QueueOptions): QueueFilter | null
  isMember(org: QueueHost, userId: UserId): boolean
}

/** What queues need of their organization. */
export interface QueueHost {
  readonly id: number
  readonly db: Database
  readonly tail: Tail
  now(): Date
  nextPlace(): number | undefined
  /** Follows the log to a position, if it goes that far: another process may be there already. */
  follow(position: number): Promise<void>
  /** Tells other processes of queues that are no more. */
  queuesEnded(ids: readonly string[]): void
}

/** The connection of a request that may wait long. */
export interface Closing {
  /** Gone before it was answered. */
  readonly isClosed: boolean
}

/** What a poll is answered with, in order. */
export type Events = readonly Presented[]

/**
 * A poll that waits. perf: it looks now and then whether its connection is there still; hearing of it costs a listener
 * for each poll, and what V8 makes for those among the old objects keeps the whole request until these are collected.
 */
export class Waiter {
  readonly resolve: (events: Events) => void
  readonly connection: Closing
  /** When it gets a heartbeat, on the process's own clock. */
  readonly beatAt: number

  constructor(resolve: (events: Events) => void, connection: Closing, beatAt: number) {
    this.resolve = resolve
    this.connection = connection
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
  /** Nothing for this queue lies between `acked` and here. */
  scanned: number
  lastSeen: number
  saved = { acked: 0, lastSeen: 0 }
  waiter: Waiter | null = null

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
    this.lifespanSecs = row.lifespanSecs
    this.options = row.options
    this.types = row.options.event_types ? new Set(row.options.event_types) : null
    this.client = clientView(row.options)
    this.lastSeen = row.lastSeen
    this.saved = { acked: row.acked, lastSeen: row.lastSeen }
  }

  /** Whether its row in the database says all of this. */
  get isSaved(): boolean {
    return this.acked === this.saved.acked && this.lastSeen === this.saved.lastSeen
  }
}
