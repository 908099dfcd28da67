import { readFileSync, readlinkSync } from 'node:fs'

/** The system's ID of the calling thread; undefined if unknown. */
export function threadNumber(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || undefined
  } catch {
    return undefined
  }
}

/** CPU time of a thread of this process in milliseconds, by default the calling one; undefined if unknown. */
export function processorMs(thread?: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const path = thread === undefined ? '/proc/thread-self/schedstat' : `/proc/self/task/${thread}/schedstat`
    return Number(readFileSync(path, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return undefined
  }
}
