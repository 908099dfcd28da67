import { setFlagsFromString } from 'node:v8'
import type { Config } from '#platform/config'

/**
 * Says by how much of what is in use the heap may grow before garbage is looked for.
 * perf: much of what a large organization's answers have done with is old by then, and V8 lets that become three times
 * what is in use: with 50,000 people 150 to 250 MB. Half as much again is enough beside an embedded database; without one
 * there is room for as much.
 */
export const boundHeap = ({ databaseUrl }: Config): void => growBy(databaseUrl ? 100 : 50)

/**
 * The same for a process that imports an archive and ends, before it does anything: V8 decides what may come next whenever
 * it collects garbage, and has let the heap become four times what was in use by then.
 * perf: such a process is busy for a short time. Where functions are compiled into those that call them as far as V8
 * likes, compiling takes a fifth of its processor time, and tens of megabytes that the threads that compile keep.
 */
export function boundHeapOfImport({ databaseUrl }: Config): void {
  growBy(databaseUrl ? 100 : 25)
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
}

const growBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)
