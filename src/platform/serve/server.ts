import type { Backups } from '#platform/backups'
import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Tx } from '#platform/db'
import type { DiskWatch } from '#platform/disk'
import type { Organization } from '#platform/organization'
import type { Outbound } from '#platform/outbound'
import type { Alarm } from '#platform/timer'
import type { Initial } from './initial.ts'

/** The server as features see it. */
export interface Server {
  readonly config: Config
  /** Files outside the database. */
  readonly blobs: BlobStore
  readonly backups: Pick<Backups, 'state'>
  /** The data directory's disk. */
  readonly disk: Pick<DiskWatch, 'level' | 'space'>
  /** Backlogs and sizes of the organization's database, at most 15 seconds old. */
  sample(): Promise<{
    readonly jobs: readonly { readonly overdue: number; readonly waitSecs: number }[]
    readonly mail: { readonly waiting: number; readonly oldestSecs: number }
    readonly database: { readonly version: string; readonly bytes: number }
  }>
  /** The only way to send requests to URLs that users enter. */
  readonly outbound: Outbound
  readonly generation: number
  /** Without a trailing slash. */
  organizationUrl(subdomain: string): string
  readonly rootUrl: string
  /** The base path: empty, or `/chat`. */
  readonly basePath: string
  /** All parts of the register response, in the order of the features. */
  readonly initials: readonly Initial[]
  /** Call it after adding a row of a feature's scheduled jobs. */
  readonly timer: Alarm
  /** Counts for the metrics that features declare. */
  readonly outcomes: { add(metric: string, outcome: string, count?: number): void }
  /** Finds an organization by a query for its ID, in all databases of this process. */
  organizationWhere(find: (tx: Tx) => Promise<number | undefined>): Promise<Organization | undefined>
  now(): Date
  /** Logs a message for the server's operator. */
  notice(text: string): void
  /** The process is stopping: long work that can resume after a restart should end. */
  readonly isStopping: boolean
}
