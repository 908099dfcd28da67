import type { ChannelId, Scope, UserId } from '#contract'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db'
import type { Audience, Entry, QueueServices } from '#platform/events'
import type { Language } from '#platform/languages'
import type { Log } from '#platform/log'
import type { Introduction } from '#platform/processes'
import type { DueWork } from '#platform/timer'
import type { Viewer } from '#platform/viewer'
import type { Cache, KeyedCache } from './cache.ts'
import type { Mutation } from './mutation.ts'
import type { Organization } from './organization.ts'

export interface PassingEvent {
  type: string
  op?: string | undefined
  payload: unknown
  audience: Audience | UserId[]
}

/** Messages between processes: log positions, perhaps with entries, and unstored events. Losing one does no harm. */
export interface Bus {
  /** The organization is about to be opened; messages about it are received from when this resolves. */
  opening(orgId: number): Promise<void>
  committed(orgId: number, entries: readonly Entry[], position: number): void
  /** `copy` identifies the event if it's also sent another way. */
  announce(orgId: number, event: PassingEvent, copy?: string): void
  /** The organization was evicted from this process's memory; its messages are no longer needed. */
  leaving(orgId: number): void
  /** These event queues were deleted, after what was sent up to a position. */
  queuesEnded(orgId: number, ids: readonly string[], position: number): void
  gone(orgId: number): void
  introduce(introduction: Introduction): void
  /** Resolves when everything so far has been sent. */
  settled(): Promise<void>
  close(): Promise<void>
  /** Set for a connection that can be lost independently of the database. */
  readonly state?: BusState
}

/** `partly`: some processes can't be reached this way. */
export type BusState = 'connected' | 'partly' | 'disconnected'

/** Totals over all organizations of a process since it started. */
export interface EventCounts {
  readonly written: { events: number; readonly byName: Map<string, number> }
  /** Events adopted from other processes: announced by them, or read from the log. */
  readonly heard: { byWord: number; fromLog: number }
}

/** An access token's call that was held for approval and has been approved. */
export interface ApprovedCall {
  /** Such as `POST /messages`. */
  readonly operation: string
  readonly params: ReadonlyMap<string, string>
  /** The token's current state. */
  readonly token: {
    readonly id: number
    readonly userId: UserId
    readonly name: string
    readonly scopes: ReadonlySet<Scope>
    readonly onlyChannels: ReadonlySet<ChannelId> | undefined
    readonly hasEnded: boolean
  }
  readonly requestId: string
  readonly address: string
  /** Runs at the start of each of its mutations, in the same transaction. */
  begin(mutation: Mutation): Promise<void>
}

/** Dependencies shared by all organizations: the database, the features' caches, and the functions that features provide. */
export interface OrganizationServices {
  readonly config: Config
  readonly db: Database
  readonly bus: Bus
  readonly caches: readonly Cache[]
  readonly keyedCaches: readonly KeyedCache[]
  readonly mirroredEvents: ReadonlySet<string>
  readonly queueServices: QueueServices
  readonly counts: EventCounts
  /** For the metrics that features declare. Call them after the commit. */
  readonly outcomes: { add(metric: string, outcome: string, count?: number): void }
  readonly durations: { observe(metric: string, seconds: number): void }
  readonly log: Log
  now(): Date
  organizationUrl(subdomain: string): string
  /** Whether a mail server is configured; else only mail that a user requested is written, to a folder. */
  readonly sendsMail: boolean
  /** Wakes the timer for an email in the outbox. */
  mailDue(due: Date): void
  /** Wakes the timer for a row of a feature's `due` work. Call it after the commit, e.g. with `mutation.onCommit`. */
  workDue(work: DueWork, due: Date): void
  hasOthers(): boolean
  /** Whether this process knows of no other; one that it isn't connected to may exist. */
  isAlone(): boolean
  /** Repeats a program's call after its approval; returns the response. */
  callAgain(org: Organization, call: ApprovedCall): Promise<Record<string, unknown>>
  viewerOf(org: Organization, userId: UserId): Viewer | undefined
  languageOf(org: Organization): Language
}
