/** How long whoever asks is ready to wait. */
export interface Patience {
  /** For one statement, in seconds; a database that takes longer is taken to hang. */
  readonly statementSecs: number
}

/** On whose behalf the database works. */
export interface Charged {
  /** Those who share a lane (`queueKeyOf`) take their turns together; a server's connections are had without a turn if missing. */
  readonly queueKey?: string
  /** Hears for how long statements were under way, in milliseconds. */
  charge(ms: number): void
}

/** Somebody who has turns of his own. */
export interface CostAccount extends Charged {
  readonly queueKey: string
}

/** For what nobody waits for, and what may take its time: migrations, upkeep, whole organizations. */
export const unhurried: Patience = { statementSecs: Number.POSITIVE_INFINITY }

/**
 * What both databases offer: one dialect of SQL over one connection at a time. A database that is lost meanwhile fails
 * with a DatabaseUnavailable: the connection is of no more use, the next one is.
 */
export interface Connection {
  /** `before`: statements without parameters that run right before it, whose answers nobody wants. */
  query(
    sql: string,
    params: readonly unknown[],
    before?: readonly string[],
  ): Promise<{ rows: Record<string, unknown>[]; affected: number }>
  /** Several statements at once, without parameters: migrations. */
  script(sql: string): Promise<void>
  release(): void
}

export interface Driver {
  readonly kind: 'embedded' | 'server'
  /** Others use its sessions too, from transaction to transaction. */
  readonly isShared?: boolean
  /** How often the database had to be started anew, because it hung or broke. */
  readonly restarts?: number
  /** How many connections there are, at most. */
  readonly connections: number
  connect(patience?: Patience): Promise<Connection>
  /** The same on a connection of its own, however long it takes. */
  script(sql: string): Promise<void>
  close(): Promise<void>
  /** Embedded only: a checkpoint would take the log away that a copy of the files needs. */
  keepLog?(kept: boolean): void
  /** A server only: listens for NOTIFY on the channel, until the database is closed. */
  listen?(channel: string, told: Listening): void
}

/** What somebody who listens is told. */
export interface Listening {
  /** The payload of a NOTIFY. */
  heard(payload: string): void
  /** From now on nothing is missed; at the start, and after every time for which the connection was lost. */
  listening(): void
  /** From now on something may be missed. */
  lost(error: unknown): void
}
