/** What both databases offer: one dialect of SQL over one connection at a time. */
export interface Connection {
  query(sql: string, params: readonly unknown[]): Promise<{ rows: Record<string, unknown>[]; affected: number }>
  /** Several statements at once, without parameters: migrations. */
  script(sql: string): Promise<void>
  release(): void
}

export interface Driver {
  readonly kind: 'embedded' | 'server'
  connect(): Promise<Connection>
  /** The same on a connection of its own. */
  script(sql: string): Promise<void>
  close(): Promise<void>
  /** A server only: calls back with the payload of each NOTIFY on the channel. */
  listen?(channel: string, heard: (payload: string) => void): Promise<void>
}
