import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '#platform/folders'
import { UsageError } from './errors.ts'
import { fateOf, type Holder, parseHolder, thisProcess, touchEveryMs } from './holder.ts'

export type { Holder } from './holder.ts'

const fileName = 'loquat.lock'
/** Gives up after losing this many races for the lock. */
const attempts = 100

export class InUseError extends UsageError {
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    const where = holder.url ? ` at ${holder.url}` : ''
    super(`the data directory ${dataDir} is in use by process ${holder.pid} (${holder.command}${where})`, {
      hint: false,
    })
    this.holder = holder
  }
}

/** The data directory was copied while a process used it, so its files may be inconsistent. */
class CopyError extends UsageError {
  constructor(dataDir: string, holder: Holder) {
    super(
      `the data directory ${dataDir} is a copy of ${holder.folder?.path}, made while process ${holder.pid} (${holder.command}) had that open, so its database may be damaged; copy it again when the server is stopped, or remove ${join(dataDir, fileName)} to use it as it is`,
      { hint: false },
    )
  }
}

/**
 * Locks a data directory for one process. The lock file identifies the process exactly, so that a file left by a killed
 * process blocks no one.
 */
export class Lock {
  readonly #path: string
  readonly #touching: NodeJS.Timeout
  #holder: Holder

  private constructor(path: string, holder: Holder) {
    this.#path = path
    this.#holder = holder
    this.#touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), touchEveryMs)
    this.#touching.unref()
  }

  /**
   * Locks the directory, creating it if needed. @throws {@link InUseError}, {@link CopyError}, or why it can't be used
   */
  static async take(dataDir: string, command: string): Promise<Lock> {
    try {
      makeFolder(dataDir)
    } catch (error) {
      throw refusal(`the data directory ${dataDir} can't be created`, error)
    }
    const path = join(dataDir, fileName)
    try {
      const holder = await thisProcess(dataDir, command)
      for (let left = attempts; left > 0; left--) {
        if (await create(path, holder)) return new Lock(path, holder)
        const text = await readLock(path)
        if (text !== undefined) {
          const other = parseHolder(text)
          const fate = other && (await fateOf(other, dataDir, path))
          if (other && fate === 'lives') throw new InUseError(dataDir, other)
          if (other && fate === 'copied') throw new CopyError(dataDir, other)
          await removeStale(path, text)
        }
        // another process may be locking or unlocking it
        await sleep(20)
      }
    } catch (error) {
      if (error instanceof UsageError) throw error
      throw refusal(`the data directory ${dataDir} cannot be written to`, error)
    }
    throw new UsageError(`the lock ${path} can't be acquired or read; if no server is running, remove it`, {
      hint: false,
    })
  }

  /** Adds to the lock file. */
  async tell(more: Partial<Holder>): Promise<void> {
    this.#holder = { ...this.#holder, ...more }
    const fresh = `${this.#path}.${process.pid}`
    await writeFile(fresh, JSON.stringify(this.#holder), { mode: 0o600 })
    await rename(fresh, this.#path)
  }

  async release(): Promise<void> {
    clearInterval(this.#touching)
    await rm(this.#path, { force: true })
  }
}

/** The live process that holds the directory, if any. */
export async function holderOf(dataDir: string): Promise<Holder | undefined> {
  const path = join(dataDir, fileName)
  const text = await readLock(path)
  const holder = text === undefined ? undefined : parseHolder(text)
  return holder && (await fateOf(holder, dataDir, path)) === 'lives' ? holder : undefined
}

/** Undefined if there's none. An unreadable one may belong to a running server. */
async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw refusal(
      `the lock ${path} cannot be read: run this as the user that the server runs as, or, if none is running, remove it`,
      error,
    )
  }
}

const refusal = (what: string, error: unknown): UsageError =>
  new UsageError(`${what} (${(error as Error).message})`, { hint: false })

export const newToken = (): string => randomBytes(32).toString('hex')

/** Creates the complete file atomically, unless one exists. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const fresh = `${path}.${process.pid}`
  try {
    await writeFile(fresh, JSON.stringify(holder), { mode: 0o600 })
    await link(fresh, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Removes only the file that was found stale: another process may hold a new lock by now. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => {})
  await unlink(aside)
}
