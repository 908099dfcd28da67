import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the process that holds a data directory says about itself. */
export interface Holder {
  pid: number
  /** When the process started, as the platform tells it; a later process with the same id has another. */
  started: string
  /** Where process ids mean the same: this machine since it was booted, or this container. */
  place: string
  /** The data directory itself: by these a copy knows that it is one. */
  folder?: { path: string; device: number; inode: number }
  /** The command that runs. */
  command: string
  /** Where people reach the server, once it listens. */
  url?: string
  /** Where other commands reach the process, with the token that lets them in. */
  control?: { url: string; token: string }
}

/** A holder in another place proves that it lives by touching its file this often. */
export const touchEveryMs = 3_000

/** This process, as the holder of a directory. */
export async function thisProcess(dataDir: string, command: string): Promise<Holder> {
  const started = startOf(process.pid)
  return { pid: process.pid, started, place: place(), command, folder: await identify(dataDir) }
}

async function identify(dataDir: string): Promise<NonNullable<Holder['folder']>> {
  const { dev: device, ino: inode } = await stat(dataDir)
  return { path: await realpath(dataDir), device, inode }
}

/**
 * What became of the process that a lock file names: `copied` when the file came here with a copy of its directory. Of
 * a holder that is gone both the path of the directory and the directory itself must differ: a directory may have been
 * moved, and not every file system gives a directory the same number after a restart.
 */
export async function fateOf(holder: Holder, dataDir: string, path: string): Promise<'lives' | 'gone' | 'copied'> {
  const { folder = undefined } = holder
  const here = await identify(dataDir)
  if (holder.place === place()) {
    if (isRunning(holder.pid) && holder.started === startOf(holder.pid))
      return folder && (here.inode !== folder.inode || here.device !== folder.device) ? 'copied' : 'lives'
  } else if (await isTouched(path)) return 'lives'
  return folder && here.inode !== folder.inode && here.path !== folder.path ? 'copied' : 'gone'
}

/** Another machine or container shares the directory, or did before a restart: whoever lives touches the file. */
async function isTouched(path: string): Promise<boolean> {
  const touched = async () => (await stat(path).catch(() => undefined))?.mtimeMs
  const before = await touched()
  await sleep(touchEveryMs * 2)
  return (await touched()) !== before
}

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
