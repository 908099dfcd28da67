import { setFlagsFromString } from 'node:v8'

/**
 * How many bytes of a WebAssembly function run before V8 optimizes it; 1.8 million by default. perf: optimizing one of
 * the database's large functions takes up to 30 MB, which the allocator keeps. A server takes 50 MB less after its start
 * than with 20 million, and a second less of the processor; a command that opens the database takes a quarter less.
 */
export const wasmBudgetFlag = '--wasm-tiering-budget=100000000'

/** Functions of WebAssembly to optimize at a time. perf: each thread that does keeps its memory. */
const wasmTasksFlag = '--wasm-num-compilation-tasks=1'

/** For the process of a server, before it does anything. perf: most code of a start runs once. */
export function beginServer(): void {
  for (const flag of [wasmBudgetFlag, wasmTasksFlag, '--no-opt']) setFlagsFromString(flag)
}

export const optimizeFromNow = (): void => setFlagsFromString('--opt')
