import type { Backups } from '#platform/backups'
import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { DiskWatch } from '#platform/disk'
import type { Outbound } from '#platform/outbound'
import type { Alarm } from '#platform/timer'
import type { Initial } from './initial.ts'

/** The server as features see it. */
export interface Server {
  readonly config: Config
  /** Files beside the database. */
  readonly blobs: BlobStore
  readonly backups: Pick<Backups, 'state'>
  /** The disk of the data directory. */
  readonly disk: Pick<DiskWatch, 'level' | 'space'>
  /** The one way to addresses that people and organizations name. */
  readonly outbound: Outbound
  readonly generation: number
  /** Where the organization is reached, without a slash at the end. */
  organizationUrl(subdomain: string): string
  readonly rootUrl: string
  /** The path below which everything is: empty, or `/chat`. */
  readonly basePath: string
  /** Every part of the register response, in the order of the features. */
  readonly initials: readonly Initial[]
  /** Rings when a row of a feature's `due` work is due. */
  readonly timer: Alarm
  now(): Date
  /** A line in the log, for whoever runs the server. */
  notice(text: string): void
  /** The process is about to end: whatever takes long and can go on after the next start ends. */
  readonly isStopping: boolean
}
