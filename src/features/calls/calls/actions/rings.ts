import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { mutedUsersCache } from '../../../messages/mutes/users/cache.ts'
import { quietUntil } from '../../../people/quiet-times/actions.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import { callsCache } from '../cache.ts'
import type { LiveCall } from '../call.ts'
import { maxRings, ringSecs } from '../limits.ts'
import { checkRate } from '../rate.ts'
import { callAudience } from '../serialize.ts'
import * as store from '../store.ts'

type RingOutcome = (typeof api.ringOutcomes)[number]

/** Rings people on all their devices. Leaves out those in do not disturb, in a call, or who muted the caller. */
export async function ring(mutation: Mutation, call: LiveCall, userIds: readonly UserId[]): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const rung = userIds.filter((id) => canBeRung(mutation, call, id))
  if (rung.length === 0) return
  await checkRate(mutation, store.ringsSince, maxRings, rung.length)
  const until = new Date(now.getTime() + ringSecs * 1_000)
  await store.putRings(
    tx,
    rung.map((user_id) => ({
      org_id: org.id,
      call_id: call.id,
      user_id,
      rung_by: viewer.id,
      rung_at: now,
      until,
      outcome: null,
    })),
  )
  for (const user_id of rung)
    mutation.emit(
      api.ringStarted,
      { call_id: call.id, user_id, until: Math.floor(until.getTime() / 1_000) },
      callAudience(mutation, call),
    )
}

function canBeRung(mutation: Mutation, call: LiveCall, id: UserId): boolean {
  const { viewer } = mutation
  const account = mutation.get(peopleCache).byId.get(id)
  if (!account?.isActive || account.botType !== null || id === viewer.id) return false
  if (call.rings.some(({ user_id }) => user_id === id)) return false
  if (mutation.get(mutedUsersCache).isMuted(id, viewer.id) || quietUntil(mutation, account)) return false
  for (const { sessions } of mutation.get(callsCache).all)
    if (sessions.some(({ user_id }) => user_id === id)) return false
  return true
}

/** Stops a person's ring on all devices, if there is one. */
export async function stopRing(
  mutation: Mutation,
  call: LiveCall,
  user_id: UserId,
  reason: RingOutcome,
): Promise<void> {
  if (!call.rings.some((one) => one.user_id === user_id)) return
  await store.stopRing(mutation.tx, call.id, user_id, reason)
  mutation.emit(api.ringStopped, { call_id: call.id, user_id, reason }, callAudience(mutation, call))
}
