import { fdatasyncSync, fsyncSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFolder } from '#platform/folders'
import { DatabaseFilesError } from './files-error.ts'

/** Of the write-ahead log: with what a checkpoint keeps for later, its folder stays below 256 MiB. */
const checkpointEvery = 128 * 2 ** 20
const keptLogMb = 192
/** The same while the files are being copied, which needs the log from where it began. */
const longestLog = 1024 * 2 ** 20
const segmentBytes = 16 * 2 ** 20
/** A checkpoint that is due waits for a flush that is under way until the log is longer by so much. */
const graceBytes = 2 * segmentBytes
const segmentName = /^[0-9A-F]{24}$/

/**
 * The files of an embedded database in a folder. The library leaves it to the operating system when they reach the
 * disk; here every wish of PostgreSQL that they do is fulfilled before it goes on, so that a power cut loses nothing
 * that was committed. It also knows how long the write-ahead log has become: in one process, without PostgreSQL's
 * helpers, nobody else ends it.
 */
export class DurableFiles {
  readonly startParams: string[]
  readonly #fileSystem: SyncedFileSystem
  #complaint: string | undefined
  #keepsLog = false
  #flushedAt = 0
  #flushing = false

  /** Without `sync` the operating system writes when it likes, and a power cut can damage the database. */
  constructor(folder: string, sync: boolean) {
    this.#fileSystem = new SyncedFileSystem(folder, sync)
    this.startParams = [
      // -F is the library's: never wait for the disk
      ...PGlite.defaultStartParams.filter((param) => param !== '-F' || !sync),
      // the library answers fdatasync without doing anything
      ...settings({ wal_sync_method: 'fsync', full_page_writes: 'on', max_wal_size: `${keptLogMb}MB` }),
    ]
  }

  get fileSystem(): NodeFS {
    return this.#fileSystem
  }

  /** What PostgreSQL writes to standard error: before it gives up, the reason. */
  readonly hear = (text: string): boolean => {
    const [, complaint] = /\b(?:FATAL|PANIC): +(.*)/.exec(text) ?? []
    // what comes after the first one follows from it
    this.#complaint ??= complaint
    return false
  }

  /** What went wrong while the database was opened, in one line. */
  reasonOf(error: unknown): DatabaseFilesError {
    const { failure } = this.#fileSystem
    const reason = failure?.message ?? this.#complaint ?? (error as Error).message.split('\n')[0]
    return new DatabaseFilesError(reason as string, { refused: failure !== undefined, cause: error })
  }

  /** Whether the write-ahead log is long enough: `checkpoint` is to be run then, and told of. */
  get checkpointDue(): boolean {
    const { logged, loggedBefore } = this.#fileSystem
    const most = this.#keepsLog ? longestLog : checkpointEvery
    return logged - loggedBefore > most + (this.#flushing ? graceBytes : 0)
  }

  /** Whether enough was written: `flush` is to be run then. */
  get flushDue(): boolean {
    const { logged, loggedBefore } = this.#fileSystem
    return !this.#flushing && logged - Math.max(this.#flushedAt, loggedBefore) > segmentBytes
  }

  /**
   * Brings what was written to the disk beside the database's work. perf: for a checkpoint, and with it for the disk,
   * everybody waits; so it finds little left to wait for. Throws what the disk says against it: PostgreSQL would never
   * hear of that.
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

  /** For as long as somebody copies the files. */
  keepLog(kept: boolean): void {
    this.#keepsLog = kept
  }

  checkpointed(): void {
    this.#fileSystem.loggedBefore = this.#fileSystem.logged
  }

  /** It did not work: to be tried again when more was written. */
  checkpointFailed(): void {
    this.#fileSystem.loggedBefore = this.#fileSystem.logged - checkpointEvery + segmentBytes
  }
}

const settings = (all: Record<string, string>): string[] =>
  Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** What is used of the library's own file system, which it says nothing about. */
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
/** What a file's mode may say: nothing of others than its owner. */
const own = kind | 0o700
/** No space, no right to write, a disk that is broken. */
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'])

class SyncedFileSystem extends NodeFS {
  readonly #sync: boolean
  /** Folders in which names changed that need not last yet. */
  readonly #changed = new Set<string>()
  /** Files beside the log that were written since the last flush. */
  #written = new Set<Node>()
  #pathOf: (node: Node) => string = () => ''
  /** Where the write-ahead log ends, in bytes since its beginning, as far as was seen. */
  logged = 0
  loggedBefore = 0
  /** What the disk refused, of what nobody can do without. */
  failure: Error | undefined

  constructor(folder: string, sync: boolean) {
    super(folder)
    this.#sync = sync
  }

  override async init(...[pglite, given]: Parameters<Init>): ReturnType<Init> {
    // a power cut can leave it empty, which PostgreSQL refuses; whose the folder is, the data directory's lock says
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

  /** One file after the other: the log, for which people wait, has the disk as well. */
  async flush(): Promise<void> {
    const written = this.#written
    this.#written = new Set()
    if (!this.#sync) return
    for (const node of written) {
      // what was taken away needs nothing, and what cannot be opened is the checkpoint's
      const file = await open(this.#pathOf(node), 'r+').catch(() => undefined)
      await file?.datasync().finally(() => file.close())
    }
  }

  /** PostgreSQL trusts that a file which was synced is found again; not every file system promises that. */
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
    // at first only that is known which was written before: nothing
    if (this.logged === 0) this.loggedBefore = logged
    if (logged > this.logged) this.logged = logged
  }
}
