import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Connection } from './driver.ts'

/** A Kysely dialect for a connection with an open transaction. */
export function dialect(connection: Connection): Dialect {
  const wrapped: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affected } = await connection.query(sql, parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(affected) }
    },
    // biome-ignore lint/correctness/useYield: streaming is not offered
    async *streamQuery() {
      throw new Error('Streaming is not supported')
    },
  }
  const refuse = async () => {
    throw new Error('A transaction is open already')
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => wrapped,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
