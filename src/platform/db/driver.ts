export interface Patience {
  /** Seconds per statement; a database that takes longer is considered hung. */
  readonly statementSecs: number
}

/** The account charged for database time. */
export interface Charged {
  /** Key for fair scheduling (`queueKeyOf`). Without it, a server's connections are taken without queueing. */
  readonly queueKey?: string
  /** Called with the milliseconds that statements were running. */
  charge(ms: number): void
}

/** An account with its own scheduling queue. */
export interface CostAccount extends Charged {
  readonly queueKey: string
}

/** For background work that may take long: migrations, upkeep, whole organizations. */
export const unhurried: Patience = { statementSecs: Number.POSITIVE_INFINITY }

export interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

/** A connection. Once it fails with DatabaseUnavailable, get a new one. */
export interface Connection {
  /** `before`: statements that run first; if one fails, none after it runs. Their results are discarded. */
  query(
    sql: string,
    params: readonly unknown[],
    before?: readonly Statement[],
  ): Promise<{ rows: Record<string, unknown>[]; affected: number }>
  /** Runs several statements without parameters, for migrations. */
  script(sql: string): Promise<void>
  release(): void
}

export interface Driver {
  readonly kind: 'embedded' | 'server'
  /** Sessions are shared through a pooler, in transaction mode. */
  readonly isShared?: boolean
  readonly restarts?: number
  readonly connections: number
  /** Server only: the open connections, and callers that wait for one. */
  pool?(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  connect(patience?: Patience): Promise<Connection>
  /** Runs a script on a new connection without a time limit. */
  script(sql: string): Promise<void>
  close(): Promise<void>
  /** Embedded only: while true, checkpoints don't remove the log that a copy of the files needs. */
  keepLog?(kept: boolean): void
  /** Server only: listens for NOTIFY on the channel until the driver is closed. */
  listen?(channel: string, told: Listening): void
}

export interface Listening {
  heard(payload: string): void
  /** Called at the start and after each reconnection: notifications arrive from now on. */
  listening(): void
  /** Called when the connection is lost: notifications may be missed. */
  lost(error: unknown): void
}
