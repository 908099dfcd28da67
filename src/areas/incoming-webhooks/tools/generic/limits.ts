/** What the templates of one post may cost: processor time and memory of their thread, characters that they make. */
export const templateLimits = {
  // the first template of a fresh thread also pays for compiling the renderer
  milliseconds: 200,
  heapMb: 64,
  /** Of a template; more than one may have. */
  parsed: 20_000,
  /** Characters and list items made on the way, whether they're shown or not. */
  made: 400_000,
  /** Of what is shown, as many as a message has; the rest is cut off. */
  shown: 10_000,
  /** Characters of a payload as JSON. */
  payload: 1_000_000,
}
