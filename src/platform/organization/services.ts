import type { UserId } from '#contract'
import type { Database } from '#platform/db'
import type { Audience, QueueServices } from '#platform/events'
import type { DueWork } from '#platform/timer'
import type { Viewer } from '#platform/viewer'
import type { KeyedMirror, Mirror } from './mirror.ts'
import type { Organization } from './organization.ts'

export interface PassingEvent {
  type: string
  op?: string | undefined
  payload: unknown
  audience: Audience | UserId[]
}

/** Carries word between processes: positions, and the events that are never stored. Losing one does no harm. */
export interface Bus {
  wake(orgId: number, position: number): void
  announce(orgId: number, event: PassingEvent): void
  /** These event queues are no more, after what was told up to a position. */
  queuesEnded(orgId: number, ids: readonly string[], position: number): void
  /** The organization is deleted. */
  forgotten(orgId: number): void
  /** When everything said so far is out. */
  settled(): Promise<void>
}

/** What every organization shares: the database, the areas' mirrors, and how areas answer its questions. */
export interface OrganizationServices {
  readonly db: Database
  readonly bus: Bus
  readonly mirrors: readonly Mirror[]
  readonly keyedMirrors: readonly KeyedMirror[]
  /** The names of events that some mirror follows. */
  readonly mirroredEvents: ReadonlySet<string>
  readonly queueServices: QueueServices
  now(): Date
  organizationUrl(subdomain: string): string
  /** The ways of signing in that this server has, by the names that settings use. */
  readonly authenticationMethods: readonly string[]
  /** The services of calls that this server is configured for, by the public API's names. */
  readonly videoChatServices: readonly string[]
  /** Whether there is a server that takes mail; else mail goes to a folder, and only what somebody asked for. */
  readonly sendsMail: boolean
  /** Where clients find a picture of another server. */
  externalImageUrl(url: string): string
  /** Whether organizations may have channels that are read without an account. */
  readonly webPublicChannels: boolean
  /** Rings the timer for a mail that was put into the outbox. */
  mailDue(due: Date): void
  /** Rings the timer for a row of an area's `due` work; after the commit, as by `act.onCommit`. */
  workDue(work: DueWork, due: Date): void
  viewerOf(org: Organization, userId: UserId): Viewer | undefined
}
