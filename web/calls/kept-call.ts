import { keptCallKey } from '../store/calls.ts'
import type { OwnCall } from './call-state.ts'

/** A page that comes back later than this doesn't join again by itself. */
const resumesWithinMs = 60_000

interface KeptCall extends OwnCall {
  /** When the page was closed, in milliseconds. */
  readonly leftAt?: number
}

/** Lets this tab take its place again after a reload. */
export function keepCall(own: OwnCall, leftAt?: number): void {
  const kept: KeptCall = leftAt === undefined ? own : { ...own, leftAt }
  sessionStorage.setItem(keptCallKey, JSON.stringify(kept))
}

export const forgetCall = (): void => sessionStorage.removeItem(keptCallKey)

/** The call to join again. */
export function keptCall(now = Date.now()): OwnCall | undefined {
  const text = sessionStorage.getItem(keptCallKey)
  if (text === null) return undefined
  const { callId, sessionId, leftAt = 0 } = JSON.parse(text) as KeptCall
  if (now - leftAt <= resumesWithinMs) return { callId, sessionId }
  forgetCall()
  return undefined
}
