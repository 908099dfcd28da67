import { play } from '../notifications/sounds.ts'

const everyMs = 2_500

/** Rings in one tab of this browser until the returned function is called. */
export function ringUntilStopped(): () => void {
  const stop = new AbortController()
  void navigator.locks
    .request('loquat call rings', { signal: stop.signal }, async () => {
      while (!stop.signal.aborted) {
        await play('zulip')
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
    })
    .catch(() => {})
  return () => stop.abort()
}
