/** How long something may be put off. */
const longestMs = 5_000
const shortMs = 200

/** Does something when nothing else is to be done; where the browser does not tell, a little later. */
export function whenIdle(act: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void act(), { timeout: longestMs })
  else setTimeout(act, shortMs)
}
