import type { PGlite } from '@electric-sql/pglite'
import type { DurableFiles } from './durable-files.ts'
import { layNewDatabase } from './new-database.ts'

export interface Files {
  /** A folder; without one the database is in memory. */
  dataDir?: string
  /** Initial files of an in-memory database, from `dumpEmbedded`. */
  snapshot?: SharedArrayBuffer
  /** False only where losing the last commits doesn't matter: tests. */
  durable?: boolean
  /** Commits wait for the disk; true by default. */
  sync?: boolean
  /** MiB of buffer cache. */
  cacheMb?: number
  library?: WebAssembly.Module
}

interface OpenPglite {
  readonly pglite: PGlite
  readonly durable: DurableFiles | undefined
}

/** The only place that opens PGlite. Imports it on demand. */
export async function openPglite(files: Files): Promise<OpenPglite> {
  const { dataDir, snapshot, durable: lasts = true, sync = true, cacheMb = 32, library } = files
  const { PGlite } = await import('@electric-sql/pglite')
  const durable =
    dataDir === undefined ? undefined : new (await import('./durable-files.ts')).DurableFiles(dataDir, sync)
  if (dataDir !== undefined) await layNewDatabase(dataDir, { sync })
  const memory = snapshot && { fs: new (await import('./memory-files.ts')).MemoryFiles(snapshot) }
  try {
    const pglite = await PGlite.create({
      ...(durable ? { fs: durable.fileSystem, onStderr: durable.hear } : (memory ?? { dataDir: 'memory://' })),
      relaxedDurability: !lasts,
      // perf: all of it is touched at the start, and the default of 128 MiB is most of the process
      startParams: [...(durable?.startParams ?? PGlite.defaultStartParams), '-c', `shared_buffers=${cacheMb}MB`],
      ...(library ? { pgliteWasmModule: library } : {}),
    })
    return { pglite, durable }
  } catch (error) {
    throw durable?.reasonOf(error) ?? error
  }
}

/** Dumps the files of a database with every migration applied, for {@link Files.snapshot}. */
export async function dumpEmbedded(scripts: string[]): Promise<Blob> {
  const { pglite } = await openPglite({})
  for (const script of scripts) await pglite.exec(script)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}
