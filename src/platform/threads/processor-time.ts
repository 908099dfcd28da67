import { readFileSync, readlinkSync } from 'node:fs'

/** The number by which the system knows the calling thread; undefined where it doesn't say. */
export function threadNumber(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || undefined
  } catch {
    return undefined
  }
}

/**
 * Processor time that a thread of this process has used, in milliseconds; by default the calling one. Undefined where the
 * system doesn't say.
 */
export function processorMs(thread?: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const path = thread === undefined ? '/proc/thread-self/schedstat' : `/proc/self/task/${thread}/schedstat`
    return Number(readFileSync(path, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return undefined
  }
}
