import type { Connection, Driver } from './driver.ts'

const int8 = 20
const json = 114
const jsonb = 3802

/** Loaded by those alone who use it. */
const library = () => import('@electric-sql/pglite')

export interface EmbeddedOptions {
  /** A folder for the database's files; without one the database lives in memory. */
  dataDir?: string
  /** The files of a database made earlier, to start from instead of an empty one. */
  snapshot?: Blob
  /** Off only where losing the last commits does not matter: tests. */
  durable?: boolean
  /** MiB of memory in which the database keeps pages. */
  cacheMb?: number
}

/** PostgreSQL in this process. It has one connection: whoever holds it has the whole database. */
export async function openEmbedded({
  dataDir,
  snapshot,
  durable = true,
  cacheMb = 32,
}: EmbeddedOptions): Promise<Driver> {
  const { PGlite } = await library()
  const pglite = await PGlite.create({
    dataDir: dataDir ?? 'memory://',
    relaxedDurability: !durable,
    // perf: all of it is touched at the start, and the default of 128 MiB is most of the process
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${cacheMb}MB`],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
    parsers: { [int8]: Number },
    serializers: {
      [json]: (value: unknown) => JSON.stringify(value),
      [jsonb]: (value: unknown) => JSON.stringify(value),
    },
  })
  const { PreparedStatements } = await import('./prepared.ts')
  const statements = new PreparedStatements(pglite)
  let tail: Promise<void> = Promise.resolve()

  const connect = (): Promise<Connection> => {
    let release!: () => void
    const before = tail
    tail = new Promise((resolve) => {
      release = resolve
    })
    const connection: Connection = {
      query: (sql, params) => statements.query(sql, params),
      async script(sql) {
        await pglite.exec(sql)
        await statements.forget()
      },
      release,
    }
    return before.then(() => connection)
  }

  return {
    kind: 'embedded',
    connect,
    async script(sql) {
      const connection = await connect()
      try {
        await connection.script(sql)
      } finally {
        connection.release()
      }
    },
    async close() {
      await connect()
      await pglite.close()
    },
  }
}

/** The files of a database with every migration applied, for {@link EmbeddedOptions.snapshot}. */
export async function dumpEmbedded(scripts: string[]): Promise<Blob> {
  const { PGlite } = await library()
  const pglite = await PGlite.create('memory://')
  for (const script of scripts) await pglite.exec(script)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}
