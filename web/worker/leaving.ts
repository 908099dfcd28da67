import { hear } from './page.ts'
import { place } from './worker.ts'

/** When to ask the server whether the user is still signed in, in milliseconds: signing out takes a while. */
const lookAfterMs = [200, 500, 1_000, 2_000, 5_000]

const leavers: (() => unknown)[] = []
/** Called after the user has signed out here, to delete their data in this browser. */
export const whenSignedOut = (leave: () => unknown): void => void leavers.push(leave)

/**
 * Handles a request to sign out. The worker doesn't forward it: a form sent by it would look like one from a page of
 * this server. It asks the server afterwards.
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
