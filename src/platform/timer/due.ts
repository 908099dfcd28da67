import type { Config } from '#platform/config'
import type { Database, Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Outbound } from '#platform/outbound'

/** The server, as work that falls due sees it. */
export interface Workplace {
  readonly config: Config
  readonly db: Pick<Database, 'read'>
  readonly outbound: Outbound
  now(): Date
  organization(id: number): Promise<Organization>
}

/** Rows of a feature that fall due at times of their own, in all organizations. */
export interface DueWork {
  readonly name: string
  /** When the earliest of them is due, those that are overdue included; null when there are none. */
  nextDue(tx: Tx): Promise<Date | null>
  /**
   * Does everything that is due by `now`. Several processes may do so at once: what is done and the mark that it is
   * done must be one mutation of the organization. Whatever an error leaves undone is tried again a little later.
   */
  run(place: Workplace, now: Date): Promise<void>
  /** When the server stops: ends what `run` has left under way. */
  end?(place: Workplace): Promise<void>
}

export type Failed = (name: string, error: unknown) => void

export const later = (place: Workplace, ms: number): Date => new Date(place.now().getTime() + ms)
