import { setFlagsFromString } from 'node:v8'
import type { Config } from '#platform/config'

/**
 * Limits how much the heap grows, relative to live data, before garbage collection. perf: much of a large
 * organization's response data is garbage by then, and V8 lets the heap reach three times the live data: 150 to 250 MB
 * for 50,000 people. With an embedded database, half of the live data is enough; without one, there's room for as much.
 */
export const boundHeap = ({ databaseUrl }: Config): void => growBy(databaseUrl ? 100 : 50)

/**
 * The same for a process that imports an archive and exits; call it first, because V8 decides its next limit at each
 * collection, and lets the heap reach four times the live data.
 * perf: such a process is short-lived. With V8's default inlining, compilation takes a fifth of its CPU time, and the
 * compiler threads keep tens of megabytes.
 */
export function boundHeapOfImport({ databaseUrl }: Config): void {
  growBy(databaseUrl ? 100 : 25)
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
}

const growBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)
