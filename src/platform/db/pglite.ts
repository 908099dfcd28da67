import type { PGlite } from '@electric-sql/pglite'
import type { DurableFiles } from './durable-files.ts'
import { layNewDatabase } from './new-database.ts'

/** Where the embedded database keeps its files, and how. */
export interface Files {
  /** A folder; without one the database lives in memory. */
  dataDir?: string
  /** The files of a database made earlier, as `dumpEmbedded` has them: one in memory starts from them instead of empty. */
  snapshot?: SharedArrayBuffer
  /** Off only where losing the last commits does not matter: tests. */
  durable?: boolean
  /** Whether a commit in a folder waits for the disk; on if missing. */
  sync?: boolean
  /** MiB of memory in which the database keeps pages. */
  cacheMb?: number
  /** The compiled library, where it is at hand. */
  library?: WebAssembly.Module
}

/** An open database, and where it writes unless it lives in memory. */
interface OpenPglite {
  readonly pglite: PGlite
  readonly durable: DurableFiles | undefined
}

/** The one place that opens PGlite. Loaded by those alone who use it. */
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

/** The files of a database with every migration applied, for {@link Files.snapshot}. */
export async function dumpEmbedded(scripts: string[]): Promise<Blob> {
  const { pglite } = await openPglite({})
  for (const script of scripts) await pglite.exec(script)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}
