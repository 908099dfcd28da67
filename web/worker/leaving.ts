import { hear } from './page.ts'
import { place } from './worker.ts'

/** After which the server is asked whether somebody is still signed in, in milliseconds: what was sent takes a while. */
const lookAfterMs = [200, 500, 1_000, 2_000, 5_000]

const leavers: (() => unknown)[] = []
/** Called when somebody has signed out here, by their own will: nothing of theirs is to stay in this browser. */
export const whenSignedOut = (leave: () => unknown): void => void leavers.push(leave)

/**
 * Somebody asks to be signed out. The worker keeps out of that: a form that it sent on would look as if it came from a
 * page of this server. It asks afterwards.
 */
export async function watchLeaving(): Promise<void> {
  for (const ms of lookAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const answer = await fetch(place, { redirect: 'manual' }).catch(() => undefined)
    if (!answer) continue
    await hear(answer)
    if (answer.type !== 'opaqueredirect') continue
    await Promise.all(leavers.map((one) => one()))
    return
  }
}
