import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from './errors.ts'

/** What the process that holds a data directory says about itself. */
export interface Holder {
  pid: number
  /** When the process started, as the platform tells it; a later process with the same id has another. */
  started: string
  /** Where process ids mean the same: this machine since it was booted, or this container. */
  place: string
  /** The command that runs. */
  command: string
  /** Where people reach the server, once it listens. */
  url?: string
  /** Where other commands reach the process, with the token that lets them in. */
  control?: { url: string; token: string }
}

const fileName = 'loquat.lock'
/** A holder in another place proves that it lives by touching its file this often. */
const touchEveryMs = 3_000

/** The data directory is in use by another process. */
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

/**
 * A data directory belongs to one process. The file that says so names its process exactly, so that one left behind by
 * a process that was killed blocks nobody.
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

  /** Takes the directory, made if need be, or throws {@link InUseError}. */
  static async take(dataDir: string, command: string): Promise<Lock> {
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`the data directory ${dataDir} cannot be made: ${error.message}`, { hint: false })
    })
    const path = join(dataDir, fileName)
    const holder: Holder = { pid: process.pid, started: startOf(process.pid), place: place(), command }
    for (;;) {
      if (await create(path, holder)) return new Lock(path, holder)
      const text = await readFile(path, 'utf8').catch(() => undefined)
      if (text === undefined) continue
      const other = parseHolder(text)
      if (other && (await lives(path, other))) throw new InUseError(dataDir, other)
      await removeStale(path, text)
    }
  }

  /** Adds to what the file says. */
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

/** The living process that holds the directory, if any. */
export async function holderOf(dataDir: string): Promise<Holder | undefined> {
  const path = join(dataDir, fileName)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const holder = text === undefined ? undefined : parseHolder(text)
  return holder && (await lives(path, holder)) ? holder : undefined
}

export const newToken = (): string => randomBytes(32).toString('hex')

/** Makes the whole file at once, unless there is one. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, JSON.stringify(holder), { mode: 0o600 })
  try {
    await link(fresh, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(fresh)
  }
}

/** Takes away exactly the file that was judged: another process may have been quicker and hold the directory now. */
async function removeStale(path: string, judged: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== judged) await link(aside, path).catch(() => {})
  await unlink(aside)
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  } catch {
    return undefined
  }
}

async function lives(path: string, holder: Holder): Promise<boolean> {
  if (holder.place === place()) return isRunning(holder.pid) && holder.started === startOf(holder.pid)
  // another machine or container shares the directory, or did before a restart: whoever lives touches the file
  const touched = async () => (await stat(path).catch(() => undefined))?.mtimeMs
  const before = await touched()
  await sleep(touchEveryMs * 2)
  return (await touched()) !== before
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      // the command's name may hold spaces and brackets; the 20th field after it counts ticks since the machine started
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    }
    if (process.platform === 'win32') return ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function place(): string {
  const parts = [hostname()]
  if (process.platform === 'linux') {
    try {
      parts.push(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid'))
    } catch {
      // not every container shows them
    }
  }
  return parts.join(' ')
}
