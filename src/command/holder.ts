import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a process that uses a data directory writes to the lock file, or with a PostgreSQL server to its own file in
 * `servers/`.
 */
export interface Holder {
  pid: number
  /** Start time as the platform reports it, to detect reused process IDs. */
  started: string
  /** The scope of process IDs: this boot of the machine, or this container. */
  place: string
  /** Identifies the data directory, to detect copies. */
  folder?: { path: string; device: number; inode: number }
  /** The running command. */
  command: string
  /** The server's public URL, once it listens. */
  url?: string
  /** URL and token with which other commands reach the process. */
  control?: { url: string; token: string }
}

/** A holder in another container or machine shows that it's alive by touching its file this often. */
export const touchEveryMs = 3_000

/** Describes this process as the holder of a directory. */
export async function thisProcess(dataDir: string, command: string): Promise<Holder> {
  const started = startOf(process.pid)
  return { pid: process.pid, started, place: place(), command, folder: await identify(dataDir) }
}

async function identify(dataDir: string): Promise<NonNullable<Holder['folder']>> {
  const { dev: device, ino: inode } = await stat(dataDir)
  return { path: await realpath(dataDir), device, inode }
}

/**
 * The state of the process in a lock file: `copied` if the file is from a copy of the directory. For a dead holder,
 * both the path and the directory itself must differ: a directory may have been moved, and some file systems give a
 * directory another number after a restart.
 */
export async function fateOf(holder: Holder, dataDir: string, path: string): Promise<'lives' | 'gone' | 'copied'> {
  const { folder = undefined } = holder
  const here = await identify(dataDir)
  if (isHere(holder)) {
    if (isRunning(holder.pid) && holder.started === startOf(holder.pid))
      return folder && (here.inode !== folder.inode || here.device !== folder.device) ? 'copied' : 'lives'
  } else if (await isTouched(path)) return 'lives'
  return folder && here.inode !== folder.inode && here.path !== folder.path ? 'copied' : 'gone'
}

/** The directory is or was shared with another machine or container: a live holder touches the file. */
async function isTouched(path: string): Promise<boolean> {
  const touched = async () => (await stat(path).catch(() => undefined))?.mtimeMs
  const before = await touched()
  await sleep(touchEveryMs * 2)
  return (await touched()) !== before
}

/** Whether it runs on this machine, or in this container. */
export const isHere = (holder: Holder): boolean => holder.place === place()

export function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ended, but its parent hasn't collected its exit code. In some containers, the first process never does. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { state, threads } = statusOf(pid)
    return state === 'Z' && threads === '1'
  } catch {
    return false
  }
}

function statusOf(pid: number) {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the command's name can contain spaces and brackets
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // the start time is in ticks since boot
  return { state: fields[0], threads: fields[17], started: fields[19] ?? '' }
}

function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') return statusOf(pid).started
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
      // some containers hide them
    }
  }
  return parts.join(' ')
}
