import type { PGlite } from '@electric-sql/pglite'

/** Where the embedded database keeps its files, and how. */
export interface Files {
  /** A folder; without one the database lives in memory. */
  dataDir?: string
  /** The files of a database made earlier, to start from instead of an empty one. */
  snapshot?: Blob
  /** Off only where losing the last commits does not matter: tests. */
  durable?: boolean
  /** MiB of memory in which the database keeps pages. */
  cacheMb?: number
  /** The compiled library, where it is at hand. */
  library?: WebAssembly.Module
}

/** The one place that opens PGlite. Loaded by those alone who use it. */
export async function openPglite({ dataDir, snapshot, durable = true, cacheMb = 32, library }: Files): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create({
    dataDir: dataDir ?? 'memory://',
    relaxedDurability: !durable,
    // perf: all of it is touched at the start, and the default of 128 MiB is most of the process
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${cacheMb}MB`],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
    ...(library ? { pgliteWasmModule: library } : {}),
  })
}

/** The files of a database with every migration applied, for {@link Files.snapshot}. */
export async function dumpEmbedded(scripts: string[]): Promise<Blob> {
  const pglite = await openPglite({})
  for (const script of scripts) await pglite.exec(script)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}
