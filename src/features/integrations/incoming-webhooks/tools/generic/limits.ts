/** Limits per post: processor time and memory of the thread, and characters of output. */
export const templateLimits = {
  // the first template of a new thread also pays for compiling the renderer
  milliseconds: 200,
  heapMb: 64,
  /** Length of a template; above the allowed maximum. */
  parsed: 20_000,
  /** Characters and list items created, whether they're shown or not. */
  made: 400_000,
  /** Length of the output, that of a message; longer output is cut. */
  shown: 10_000,
  payload: 1_000_000,
}
