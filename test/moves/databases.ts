import { onTestFinished, vi } from 'vitest'
import { openServer, unhurried } from '#platform/db'
import { assert } from '#test'
import { copyTemplate } from '../harness/server.ts'

type Row = Record<string, unknown>

/** Retries until other processes have caught up. */
export const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 300_000, interval: 200 })

/** Three databases by the names that a server knows them by, and direct queries to them. */
export class Databases {
  readonly #copies = new Map<string, Awaited<ReturnType<typeof copyTemplate>>>()

  private constructor() {}

  /** On the server at `serverUrl`; `east` may be an empty database on another one, which isn't dropped. */
  static async create(serverUrl: string, east?: string): Promise<Databases> {
    const databases = new Databases()
    try {
      for (const name of ['home', 'east', 'west'])
        databases.#copies.set(
          name,
          name === 'east' && east ? { url: east, drop: async () => {} } : await copyTemplate(serverUrl),
        )
      return databases
    } catch (error) {
      await databases.drop()
      throw error
    }
  }

  async drop(): Promise<void> {
    for (const name of [...this.#copies.keys()]) await this.dropOne(name)
  }

  async dropOne(name: string): Promise<void> {
    const one = this.#copies.get(name)
    this.#copies.delete(name)
    await one?.drop()
  }

  url(name: string): string {
    return this.#copies.get(name)?.url as string
  }

  async query(name: string, sql: string, params: unknown[] = []): Promise<Row[]> {
    const driver = await openServer(this.url(name), { connections: 1 })
    try {
      const connection = await driver.connect()
      const { rows } = await connection.query(sql, params)
      connection.release()
      return rows
    } finally {
      await driver.close()
    }
  }

  async idOf(name: string, subdomain: string): Promise<number> {
    const [row] = await this.query(name, 'select id from organization where subdomain = $1', [subdomain])
    return row?.id as number
  }

  async rowsIn(name: string, id: number): Promise<Record<string, number>> {
    const tables = await this.query(
      name,
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'org_id' order by 1`,
    )
    const counts = tables.map(
      (table) => `select '${table.name}' as name, count(*)::int as rows from ${table.name} where org_id = ${id}`,
    )
    const rows = await this.query(name, counts.join(' union all '))
    return Object.fromEntries(rows.filter((row) => row.rows !== 0).map((row) => [row.name, row.rows as number]))
  }

  /** Holds a lock that stops a move there; returns its release. Released at the test's end, too. */
  async holding(name: string, sql: string): Promise<() => Promise<void>> {
    const driver = await openServer(this.url(name), { connections: 1 })
    const connection = await driver.connect(unhurried)
    await connection.query('begin', [])
    await connection.query(sql, [])
    let isHeld = true
    const release = async () => {
      if (!isHeld) return
      isHeld = false
      await connection.query('rollback', [])
      connection.release()
      await driver.close()
    }
    onTestFinished(release)
    return release
  }

  /** Resolves once an organization's move has reached this phase in a database. */
  phaseIs(name: string, id: number, phase: string): Promise<void> {
    return eventually(async () => {
      const [row] = await this.query(name, 'select phase from moving_organization where org_id = $1', [id])
      assert.equal(row?.phase, phase)
    })
  }

  /** Resolves once the first database says that an organization is elsewhere. */
  isDecided(id: number): Promise<void> {
    return eventually(async () => {
      const [row] = await this.query('home', 'select decided_at from organization_move where org_id = $1', [id])
      assert.ok(row?.decided_at)
    })
  }

  /** Resolves once no move is in progress and none has left anything behind. */
  isSettled(): Promise<void> {
    return eventually(async () => {
      assert.deepEqual(await this.query('home', 'select * from organization_move'), [])
      for (const name of this.#copies.keys()) {
        assert.deepEqual(await this.query(name, 'select * from moving_organization'), [])
        assert.deepEqual(await this.triggers(name), [])
      }
    })
  }

  /** Triggers that record writes to an organization being moved. */
  triggers(name: string): Promise<Row[]> {
    return this.query(name, `select tgname from pg_trigger where tgname like 'move!_%' escape '!'`)
  }
}
