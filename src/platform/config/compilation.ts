import { setFlagsFromString } from 'node:v8'

/* The budget is how many bytes of a WebAssembly function run before V8 optimizes it: 1.8 million by default. */

/**
 * For programs that end soon. perf: a command that opens the embedded database takes a quarter less of the processor, 2.2 s
 * instead of 3.0 to list people.
 */
export const briefProgramFlag = '--wasm-tiering-budget=100000000'

/**
 * For a server: a function of the database is optimized once it has run about as long as optimizing it takes. perf: a start
 * takes half a second less of the processor, and what is asked for often is optimized within its first seconds.
 */
const serverFlag = '--wasm-tiering-budget=20000000'

/** For the process of a server, before it does anything. perf: most code of a start runs once. */
export function beginServer(): void {
  setFlagsFromString(serverFlag)
  setFlagsFromString('--no-opt')
}

export const optimizeFromNow = (): void => setFlagsFromString('--opt')
