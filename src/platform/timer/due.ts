import type { Config } from '#platform/config'
import type { Database, Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { Organization } from '#platform/organization'
import type { Outbound } from '#platform/outbound'

/** The server as scheduled jobs see it. */
export interface Workplace {
  readonly config: Config
  readonly db: Pick<Database, 'read'>
  readonly outbound: Outbound
  readonly log: Log
  /** Counts for the metrics. */
  readonly outcomes: { add(metric: string, outcome: string, count?: number): void }
  now(): Date
  organization(id: number): Promise<Organization>
}

/** A feature's scheduled jobs, in all organizations. */
export interface DueWork {
  readonly name: string
  /** The earliest due time, including overdue jobs; null if there are none. */
  nextDue(tx: Tx): Promise<Date | null>
  /** The number of overdue jobs, counted up to `most`. */
  overdue?(tx: Tx, now: Date, most: number): Promise<number>
  /**
   * Runs all jobs due by `now`. Several processes may do so at once, so a job and the mark that it's done must be in
   * one transaction. After an error, the remaining jobs are retried soon.
   */
  run(place: Workplace, now: Date): Promise<void>
  /** When the server stops: ends background work that `run` started. */
  end?(place: Workplace): Promise<void>
}

export type Failed = (name: string, error: unknown) => void

export const later = (place: Workplace, ms: number): Date => new Date(place.now().getTime() + ms)
