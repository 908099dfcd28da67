import { ApiError } from '#contract'
import { getCall } from '../../src/features/calls/calls/api.ts'
import { narrowOf } from '../narrow/narrow.ts'
import { goTo } from '../navigation/route.ts'
import type { AcceptedCall } from '../notifications/between.ts'
import { toast } from '../parts/toast.ts'
import { conversationOfCall } from '../store/calls.ts'
import { ownId } from '../store/people.ts'
import { c } from '../texts/calls.ts'
import { api } from '../transport/api.ts'
import { join } from './own-call.ts'

/** The cache used by the service worker: see web/worker/accepted-call.ts. */
const cacheName = () => `loquat ${location.pathname} accepted-call`
const acceptedMs = 60_000

/**
 * Opens the conversation of a call at its message. Anyone can write a link to a call, so that alone never joins: it
 * takes that the user has just accepted this call in a notification.
 */
export async function openCall(rest: string): Promise<void> {
  const callId = Number.parseInt(rest, 10)
  if (await takeAccepted(callId)) return acceptCall(callId)
  await showCall(callId)
}

/** Opens the conversation of a call that the user has accepted, and joins. */
export async function acceptCall(callId: number): Promise<void> {
  const isOngoing = await showCall(callId)
  if (isOngoing) await join(callId, { video: false })
  // the caller hung up or lost the connection
  else if (isOngoing === false) toast(c.callEnded)
}

/** Resolves to whether the call is ongoing; undefined if it can't be shown. */
async function showCall(callId: number): Promise<boolean | undefined> {
  try {
    const { call, ended_at } = await api.call(getCall, { call_id: callId })
    goTo({ view: 'narrow', narrow: narrowOf(conversationOfCall(call)), near: call.message_id }, { replace: true })
    return ended_at === null
  } catch (problem) {
    toast(problem instanceof ApiError ? c.callEnded : c.cannotJoin)
    return undefined
  }
}

/** Whether the user has just accepted this call; true only once. */
async function takeAccepted(callId: number): Promise<boolean> {
  // browsers hide it on pages without HTTPS
  if (!('caches' in globalThis)) return false
  const cache = await caches.open(cacheName())
  const accepted = (await (await cache.match(location.pathname))?.json()) as AcceptedCall | undefined
  await caches.delete(cacheName())
  return (
    accepted?.callId === callId && accepted.account === ownId.peek() && Math.abs(Date.now() - accepted.at) < acceptedMs
  )
}
