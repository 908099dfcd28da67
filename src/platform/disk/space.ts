import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Bytes of a disk. `free` is what this process can still write. */
export interface Space {
  readonly free: number
  readonly total: number
}

/** Bytes that must stay free for a running database's own writes. */
export const reserveBytes = 32 * 2 ** 20

/** There isn't enough disk space. Nothing was written. */
export class DiskFull extends Error {
  constructor(message = 'There is no space left on the disk') {
    super(message)
    this.name = 'DiskFull'
  }
}

const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFull || codes.has((error as { code?: string } | null | undefined)?.code ?? '')

/** Space of the disk that a folder is on, or would be created on. */
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

/** Throws {@link DiskFull} if writing `bytes` would leave less than the reserve. */
export async function refuseBeyondSpace(folder: string, bytes: number): Promise<void> {
  // unknown sizes are accepted; the write itself fails if the disk is full
  const space = await spaceOf(folder).catch(() => undefined)
  if (space && space.total > 0 && space.free - bytes < reserveBytes) throw new DiskFull()
}

/** Free and total space and the percentage that is free: `1.2 GiB`, `20.0 GiB`, 6. */
export function shownParts({ free, total }: Space): { free: string; total: string; percent: number } {
  const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
  return {
    free: free < 2 ** 30 ? `${Math.floor(free / 2 ** 20)} MiB` : gib(free),
    total: gib(total),
    percent: Math.floor((100 * free) / Math.max(1, total)),
  }
}

/** For operators: `1.2 GiB of 20.0 GiB (6 %)`. */
export function shownSpace(space: Space): string {
  const { free, total, percent } = shownParts(space)
  return `${free} of ${total} (${percent} %)`
}
