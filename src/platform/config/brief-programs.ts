/**
 * What V8 is given for programs that end soon. perf: it compiles a function of the embedded database a second time, which takes
 * long, once it has run so many of its bytes, fifty times as many here as by itself. A command takes a quarter less of the processor
 * so, 2.2 s instead of 3.0 to list people; a server, which asks the same for days, is better off with V8's own choice.
 */
export const briefProgramFlag = '--wasm-tiering-budget=100000000'
