import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs'

/** The system's ID of the calling thread; undefined if unknown. */
export function threadNumber(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1)) || undefined
  } catch {
    return undefined
  }
}

let ownFile: number | undefined
const buffer = Buffer.alloc(128)

/** CPU time of a thread of this process in milliseconds, by default the calling one; undefined if unknown. */
export function processorMs(thread?: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return thread === undefined ? ownMs() : msIn(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1'))
  } catch {
    return undefined
  }
}

/** perf: with the file kept open, an eighth of the time. */
function ownMs(): number {
  ownFile ??= openSync('/proc/thread-self/schedstat', 'r')
  return msIn(buffer.toString('latin1', 0, readSync(ownFile, buffer, 0, buffer.length, 0)))
}

const msIn = (line: string): number => Number(line.split(' ', 1)[0]) / 1e6
