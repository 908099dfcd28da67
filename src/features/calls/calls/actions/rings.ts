import { seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { mutedUsersCache } from '../../../messages/mutes/users/cache.ts'
import { stillPushed } from '../../../notifications/notifications/actions/notify.ts'
import { noteRinging, noteRingsStopped } from '../../../notifications/push-devices/notices/actions.ts'
import { quietUntil } from '../../../people/quiet-times/actions.ts'
import { personal } from '../../../people/user-settings/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import { callsCache } from '../cache.ts'
import type { LiveCall } from '../call.ts'
import { maxRings, maxRingsInConversation, ringSecs } from '../limits.ts'
import { checkRate } from '../rate.ts'
import { callAudience } from '../serialize.ts'
import * as store from '../store.ts'

type RingOutcome = (typeof api.ringOutcomes)[number]

/** Rings people on all their devices. Leaves out those who turned ringing off, in do not disturb, in a call, or who muted the caller. */
export async function ring(mutation: Mutation, call: LiveCall, userIds: readonly UserId[]): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const rung = userIds.filter((id) => canBeRung(mutation, call, id))
  if (rung.length === 0) return
  await checkRate(mutation, store.ringsSince, maxRings, { more: rung.length })
  await checkRate(mutation, store.ringsIn(call.conversation_id), maxRingsInConversation, {
    tooMany: (secs) => api.rangOften({}, { ...maxRingsInConversation, seconds: secs }),
  })
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
  await noteRinging(mutation, {
    messageId: call.message_id,
    userIds: rung,
    call: { call_id: call.id, caller_id: viewer.id, until: seconds(until) },
  })
  for (const user_id of rung)
    mutation.emit(api.ringStarted, { call_id: call.id, user_id, until: seconds(until) }, callAudience(mutation, call))
}

function canBeRung(mutation: Mutation, call: LiveCall, id: UserId): boolean {
  const { viewer } = mutation
  const account = mutation.get(peopleCache).byId.get(id)
  if (!account?.isActive || account.botType !== null || id === viewer.id) return false
  if (call.rings.some(({ user_id }) => user_id === id)) return false
  if (mutation.get(mutedUsersCache).isMuted(id, viewer.id) || quietUntil(mutation, account)) return false
  if (personal(account, 'call_ringing') === 'off') return false
  for (const { sessions } of mutation.get(callsCache).all)
    if (sessions.some(({ user_id }) => user_id === id)) return false
  return true
}

/** Stops the rings of people on all their devices, of those who have one. */
export async function stopRings(
  mutation: Mutation,
  call: LiveCall,
  userIds: readonly UserId[],
  reason: RingOutcome,
): Promise<void> {
  const rung = call.rings.map(({ user_id }) => user_id).filter((id) => userIds.includes(id))
  if (rung.length === 0) return
  await store.stopRings(mutation.tx, call.id, rung, reason)
  const isMissed = reason === 'missed' || reason === 'canceled'
  const notified = isMissed ? await stillNotified(mutation, call, rung) : []
  await noteRingsStopped(mutation, { messageId: call.message_id, userIds: rung, notified })
  for (const user_id of rung)
    mutation.emit(api.ringStopped, { call_id: call.id, user_id, reason }, callAudience(mutation, call))
}

/** People to notify of the call's message: they haven't read it while it rang, and their settings ask for it. */
async function stillNotified(mutation: Mutation, call: LiveCall, userIds: readonly UserId[]): Promise<UserId[]> {
  const { byId } = mutation.get(peopleCache)
  const sender = byId.get(call.started_by) as Account
  const placed = { id: call.message_id, conversationId: call.conversation_id, sender, topic: call.topic }
  if (call.member_ids) {
    const people = call.member_ids.flatMap((id) => byId.get(id) ?? [])
    return stillPushed(mutation, { ...placed, recipient: { kind: 'direct', people } }, userIds)
  }
  const channel = mutation.get(channelsCache).ofConversation(call.conversation_id)
  return channel ? stillPushed(mutation, { ...placed, recipient: { kind: 'channel', channel } }, userIds) : []
}
