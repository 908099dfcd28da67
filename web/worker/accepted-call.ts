import type { AcceptedCall } from '../notifications/between.ts'
import { whenForgotten } from './page.ts'
import { cacheName, place } from './worker.ts'

/** Read by web/calls/address.ts when the page has loaded. */
const acceptedCache = cacheName('accepted-call')

/** Lets the next page join the call. The page's URL can't say so, because it could come from a link. */
export async function keepAccepted(account: number, callId: number): Promise<void> {
  const accepted: AcceptedCall = { account, callId, at: Date.now() }
  await (await caches.open(acceptedCache)).put(place, Response.json(accepted))
}

whenForgotten(() => caches.delete(acceptedCache))
