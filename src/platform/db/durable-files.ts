import { fdatasyncSync, fsyncSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from '#platform/folders'
import { DatabaseFilesError } from './files-error.ts'

/** Checkpoint interval in bytes of log. With the log that a checkpoint keeps, its folder stays below 256 MiB. */
const checkpointEvery = 128 * 2 ** 20
const keptLogMb = 192
/** Maximum log size while the files are being copied, which needs the log from its start. */
const longestLog = 1024 * 2 ** 20
const segmentBytes = 16 * 2 ** 20
/** A due checkpoint waits for a running flush until the log has grown by this much more. */
const graceBytes = 2 * segmentBytes
const segmentName = /^[0-9A-F]{24}$/

/**
 * PGlite leaves syncing to the operating system; here PostgreSQL's fsync calls really sync, so that a power cut loses
 * no committed data. Also tracks the log's size, because PGlite has no checkpointer process.
 */
export class DurableFiles {
  readonly startParams: string[]
  readonly #fileSystem: SyncedFileSystem
  #complaint: string | undefined
  #keepsLog = false
  #flushedAt = 0
  #flushing = false

  /** Without `sync` a power cut can damage the database. */
  constructor(folder: string, sync: boolean) {
    this.#fileSystem = new SyncedFileSystem(folder, sync)
    this.startParams = [
      // PGlite adds -F, which turns fsync off
      ...PGlite.defaultStartParams.filter((param) => param !== '-F' || !sync),
      // PGlite implements fdatasync as a no-op
      ...settings({ wal_sync_method: 'fsync', full_page_writes: 'on', max_wal_size: `${keptLogMb}MB` }),
    ]
  }

  get fileSystem(): NodeFS {
    return this.#fileSystem
  }

  /** Captures the reason of a fatal error from PostgreSQL's standard error. */
  readonly hear = (text: string): boolean => {
    const [, complaint] = /\b(?:FATAL|PANIC): +(.*)/.exec(text) ?? []
    // later errors are consequences of the first one
    this.#complaint ??= complaint
    return false
  }

  reasonOf(error: unknown): DatabaseFilesError {
    const { failure } = this.#fileSystem
    const reason = failure?.message ?? this.#complaint ?? (error as Error).message.split('\n')[0]
    return new DatabaseFilesError(reason as string, { refused: failure !== undefined, cause: error })
  }

  /** True if the write-ahead log is long enough for a checkpoint. Report it with `checkpointed`. */
  get checkpointDue(): boolean {
    const { logged, loggedBefore } = this.#fileSystem
    const most = this.#keepsLog ? longestLog : checkpointEvery
    return logged - loggedBefore > most + (this.#flushing ? graceBytes : 0)
  }

  get flushDue(): boolean {
    const { logged, loggedBefore } = this.#fileSystem
    return !this.#flushing && logged - Math.max(this.#flushedAt, loggedBefore) > segmentBytes
  }

  /**
   * perf: syncing in the background leaves little for a checkpoint, for which everyone waits. Throws the disk's error,
   * which PostgreSQL would never see.
   */
  async flush(): Promise<void> {
    this.#flushing = true
    this.#flushedAt = this.#fileSystem.logged
    try {
      await this.#fileSystem.flush()
    } finally {
      this.#flushing = false
    }
  }

  keepLog(kept: boolean): void {
    this.#keepsLog = kept
  }

  checkpointed(): void {
    this.#fileSystem.loggedBefore = this.#fileSystem.logged
  }

  /** Schedules another attempt once more has been written. */
  checkpointFailed(): void {
    this.#fileSystem.loggedBefore = this.#fileSystem.logged - checkpointEvery + segmentBytes
  }
}

const settings = (all: Record<string, string>): string[] =>
  Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** The parts of PGlite's file system that we use; they're untyped. */
interface Node {
  name: string
  mode: number
  parent: Node
  mount: { opts: { root: string } }
}
interface Stream {
  nfd: number
  node: Node
}
interface NodeFileSystem {
  realPath(node: Node): string
  tryFSOperation<T>(work: () => T): T
  node_ops: {
    mknod(parent: Node, name: string, mode: number, dev: number): Node
    setattr(node: Node, attributes: { mode?: number }): void
    rename(node: Node, parent: Node, name: string): void
    unlink(parent: Node, name: string): void
    rmdir(parent: Node, name: string): void
  }
  stream_ops: {
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number
    fsync?(stream: Stream): number
  }
}

type Init = NodeFS['init']
const directory = 0o040000
const kind = 0o170000
const own = kind | 0o700
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'])

class SyncedFileSystem extends NodeFS {
  readonly #sync: boolean
  /** Folders with new or renamed entries that haven't been synced. */
  readonly #changed = new Set<string>()
  /** Files outside the log written since the last flush. */
  #written = new Set<Node>()
  #pathOf: (node: Node) => string = () => ''
  /** End of the write-ahead log as last seen, in bytes from its beginning. */
  logged = 0
  loggedBefore = 0
  /** The first disk error on a required file. */
  failure: Error | undefined

  constructor(folder: string, sync: boolean) {
    super(folder)
    this.#sync = sync
  }

  override async init(...[pglite, given]: Parameters<Init>): ReturnType<Init> {
    // a power cut can leave it empty, which PostgreSQL rejects; the data directory has its own lock
    rmSync(join(this.rootDir, 'postmaster.pid'), { force: true })
    const { emscriptenOpts } = await super.init(pglite, given)
    const mounting = emscriptenOpts.preRun ?? []
    const mend = (module: object) => this.#mend((module as { NODEFS: NodeFileSystem }).NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...mounting, mend] } }
  }

  #mend(files: NodeFileSystem): void {
    const { node_ops: names, stream_ops: streams } = files
    const { tryFSOperation } = files
    this.#pathOf = (node) => files.realPath(node)
    files.tryFSOperation = (work) =>
      tryFSOperation(() => {
        try {
          return work()
        } catch (error) {
          if (refusals.has((error as NodeJS.ErrnoException).code ?? '')) this.failure = error as Error
          throw error
        }
      })
    const { mknod, setattr, rename, unlink, rmdir } = names
    const { write } = streams
    const changed = (parent: Node) => void this.#changed.add(files.realPath(parent))
    names.mknod = (parent, name, mode, dev) => {
      changed(parent)
      return mknod(parent, name, mode & own, dev)
    }
    names.setattr = (node, attributes) => {
      const { mode } = attributes
      setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & own })
    }
    names.rename = (node, parent, name) => {
      changed(node.parent)
      changed(parent)
      rename(node, parent, name)
    }
    names.unlink = (parent, name) => {
      changed(parent)
      unlink(parent, name)
    }
    names.rmdir = (parent, name) => {
      changed(parent)
      rmdir(parent, name)
    }
    streams.write = (stream, buffer, offset, length, position) => {
      const written = write(stream, buffer, offset, length, position)
      const { name, parent } = stream.node
      if (parent.name !== 'pg_wal') this.#written.add(stream.node)
      else if (segmentName.test(name)) this.#logged(name, position + written)
      return written
    }
    if (!this.#sync) return
    streams.fsync = (stream) => {
      files.tryFSOperation(() => {
        if ((stream.node.mode & kind) === directory) fsyncSync(stream.nfd)
        else fdatasyncSync(stream.nfd)
      })
      this.#keepNames(files, stream.node)
      return 0
    }
  }

  /** Sequential, to leave disk bandwidth for the log. */
  async flush(): Promise<void> {
    const written = this.#written
    this.#written = new Set()
    if (!this.#sync) return
    for (const node of written) {
      // deleted files need no sync, and the checkpoint reports those that can't be opened
      const file = await open(this.#pathOf(node), 'r+').catch(() => undefined)
      await file?.datasync().finally(() => file.close())
    }
  }

  /** PostgreSQL assumes that fsync also persists a file's name; not every file system does that. */
  #keepNames(files: NodeFileSystem, node: Node): void {
    if (this.#changed.size === 0) return
    const path = files.realPath(node)
    this.#changed.delete((node.mode & kind) === directory ? path : '')
    for (let folder = dirname(path); folder.startsWith(this.rootDir); folder = dirname(folder))
      if (this.#changed.delete(folder)) files.tryFSOperation(() => syncFolder(folder))
  }

  #logged(segment: string, end: number): void {
    const number = Number.parseInt(segment.slice(8, 16), 16) * 256 + Number.parseInt(segment.slice(16), 16)
    const logged = number * segmentBytes + end
    // the first position seen only says what was written earlier
    if (this.logged === 0) this.loggedBefore = logged
    if (logged > this.logged) this.logged = logged
  }
}
