import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Of a disk, in bytes. `free` is what this process may still write. */
export interface Space {
  readonly free: number
  readonly total: number
}

/** So much stays free for what a running database has to write whatever happens; in bytes. */
export const reserveBytes = 32 * 2 ** 20

/** There is no room for something. Nothing of it was written. */
export class DiskFull extends Error {
  constructor(message = 'There is no space left on the disk') {
    super(message)
    this.name = 'DiskFull'
  }
}

/** Of the system, and of PostgreSQL. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because a disk is full, or a quota of the operating system is used up. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFull || codes.has((error as { code?: string } | null | undefined)?.code ?? '')

/** Of the disk that a folder is on, or would be. */
export async function spaceOf(folder: string): Promise<Space> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    const above = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return spaceOf(above)
  }
}

/** Throws {@link DiskFull} where a file of so many bytes would leave less than the reserve. */
export async function refuseBeyondSpace(folder: string, bytes: number): Promise<void> {
  // a file system that does not say is taken at its word when it refuses
  const space = await spaceOf(folder).catch(() => undefined)
  if (space && space.total > 0 && space.free - bytes < reserveBytes) throw new DiskFull()
}

/** How much is free: `1.2 GiB`, `20.0 GiB`, and 6 percent. */
export function shownParts({ free, total }: Space): { free: string; total: string; percent: number } {
  const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
  return {
    free: free < 2 ** 30 ? `${Math.floor(free / 2 ** 20)} MiB` : gib(free),
    total: gib(total),
    percent: Math.floor((100 * free) / Math.max(1, total)),
  }
}

/** How much is free, for operators: `1.2 GiB of 20.0 GiB (6 %)`. */
export function shownSpace(space: Space): string {
  const { free, total, percent } = shownParts(space)
  return `${free} of ${total} (${percent} %)`
}
