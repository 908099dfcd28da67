const longestMs = 5_000
const shortMs = 200

/** Runs a function when the browser is idle, or after a short delay if it lacks `requestIdleCallback`. */
export function whenIdle(act: () => unknown): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void act(), { timeout: longestMs })
  else setTimeout(act, shortMs)
}
