import type { UserId } from '#contract'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db'
import type { Audience, Entry, QueueServices } from '#platform/events'
import type { Language } from '#platform/languages'
import type { Introduction } from '#platform/processes'
import type { DueWork } from '#platform/timer'
import type { Viewer } from '#platform/viewer'
import type { ApprovedCall } from './approved-call.ts'
import type { Cache, KeyedCache } from './cache.ts'
import type { Organization } from './organization.ts'

export interface PassingEvent {
  type: string
  op?: string | undefined
  payload: unknown
  audience: Audience | UserId[]
}

/**
 * Carries word between processes: positions, perhaps with what was written up to them, and the events that are never
 * stored. Losing one does no harm.
 */
export interface Bus {
  /** The organization is about to be opened; what is said of it from when this resolves on is heard. */
  opening(orgId: number): Promise<void>
  /** These entries are written, in the log's order up to a position. */
  committed(orgId: number, entries: readonly Entry[], position: number): void
  /** `copy` names it where it is said by another way too. */
  announce(orgId: number, event: PassingEvent, copy?: string): void
  /** The organization has left this process's memory: nothing needs to be heard of it. */
  leaving(orgId: number): void
  /** These event queues are no more, after what was told up to a position. */
  queuesEnded(orgId: number, ids: readonly string[], position: number): void
  /** The organization is no more in this database. */
  gone(orgId: number): void
  /** Tells all processes on the database of this one. */
  introduce(introduction: Introduction): void
  /** When everything said so far is out. */
  settled(): Promise<void>
  close(): Promise<void>
  /** Of a way that may be lost while the database is there. */
  readonly state?: BusState
}

/** `partly`: not every process that there is can be heard this way. */
export type BusState = 'connected' | 'partly' | 'disconnected'

/** What all organizations of a process come to, since it started. */
export interface EventCounts {
  /** What this process has added to logs. */
  readonly written: { events: number; readonly byName: Map<string, number> }
  /** What it has adopted of other processes: as they said it, and from the log. */
  readonly heard: { byWord: number; fromLog: number }
}

/** What every organization shares: the database, the areas' mirrors, and how areas answer its questions. */
export interface OrganizationServices {
  readonly config: Config
  readonly db: Database
  readonly bus: Bus
  readonly caches: readonly Cache[]
  readonly keyedCaches: readonly KeyedCache[]
  /** The names of events that some mirror follows. */
  readonly mirroredEvents: ReadonlySet<string>
  readonly queueServices: QueueServices
  readonly counts: EventCounts
  now(): Date
  organizationUrl(subdomain: string): string
  /** Whether there is a server that takes mail; else mail goes to a folder, and only what somebody asked for. */
  readonly sendsMail: boolean
  /** Rings the timer for a mail that was put into the outbox. */
  mailDue(due: Date): void
  /** Rings the timer for a row of an area's `due` work; after the commit, as by `act.onCommit`. */
  workDue(work: DueWork, due: Date): void
  /** Whether other processes serve the same organizations. */
  hasOthers(): boolean
  /** Whether no other process is there, as far as this one can notice: it may not be connected to one that is. */
  isAlone(): boolean
  /** Calls an endpoint for a program, as somebody has approved; answers what it has answered. */
  callAgain(org: Organization, call: ApprovedCall): Promise<Record<string, unknown>>
  viewerOf(org: Organization, userId: UserId): Viewer | undefined
  languageOf(org: Organization): Language
}
