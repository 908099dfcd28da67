import postgres from 'postgres'
import type { Driver } from './driver.ts'

/** A PostgreSQL server, version 15 or newer. */
export async function openServer(url: string, { connections = 20 } = {}): Promise<Driver> {
  const client = postgres(url, {
    max: connections,
    onnotice: () => {},
    connection: { application_name: 'loquat' },
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
    },
  })
  await client`select 1`
  // of a list of times or truth values the driver believes that it is one of them, unless it is told
  const written = (value: unknown): unknown =>
    Array.isArray(value) && (value[0] instanceof Date || typeof value[0] === 'boolean') ? client.array(value) : value
  let isClosed = false
  return {
    kind: 'server',
    async connect() {
      // the driver would open a connection, which nobody closes
      if (isClosed) throw new Error('The database is closed')
      const reserved = await client.reserve()
      return {
        async query(sql, params) {
          const rows = await reserved.unsafe(sql, params.map(written) as never[], { prepare: true })
          return { rows: rows as unknown as Record<string, unknown>[], affected: rows.count ?? 0 }
        },
        async script(sql) {
          await reserved.unsafe(sql).simple()
        },
        release: () => reserved.release(),
      }
    },
    async script(sql) {
      const reserved = await client.reserve()
      try {
        await reserved.unsafe(sql).simple()
      } finally {
        reserved.release()
      }
    },
    async listen(channel, heard) {
      await client.listen(channel, heard)
    },
    async close() {
      isClosed = true
      await client.end({ timeout: 5 })
    },
  }
}
