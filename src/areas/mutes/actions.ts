import type { ChannelId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfOnePerson } from '../organization/totals.ts'
import { setChannelMuted } from '../subscriptions/actions/properties.ts'
import { ownTopicPolicy, policiesOfPeople, setOwnTopicPolicy, setTopicPolicy } from '../user-topics/actions.ts'
import { type Policy, policies } from '../user-topics/api.ts'
import * as api from './api.ts'
import { columnsOf, type Place, placeOf, placeToWire } from './place.ts'
import * as store from './store.ts'

/** Mutes a place for the viewer, until a time in seconds since 1970 or for good. */
export async function mute(act: Act, place: Place, until: number | undefined): Promise<void> {
  const { tx, org, viewer, now } = act
  if (until !== undefined && until * 1000 <= now.getTime()) throw api.endsInThePast()
  const [before] = await store.remove(tx, [viewer.id], place)
  const isKept = until !== undefined || place.kind === 'direct'
  if (isKept && !before) checkTotal(mostOfOnePerson, 'mutes', await store.count(tx, viewer.id))
  const policyBefore = before?.policy_before ?? (place.kind === 'topic' ? await audiblePolicy(act, place) : 0)
  if (place.kind === 'channel') await setChannelMuted(act, viewer.id, place.channelId, true)
  else if (place.kind === 'topic') await setOwnTopicPolicy(act, place.channelId, place.topic, policies.muted)
  if (!isKept) {
    if (before) act.emit(api.muteEnded, { place: placeToWire(place, viewer.id) }, [viewer.id])
    return
  }
  const due_at = until === undefined ? null : new Date(until * 1000)
  const row = await store.insert(tx, {
    org_id: org.id,
    user_id: viewer.id,
    ...columnsOf(place),
    policy_before: policyBefore,
    due_at,
  })
  act.emit(api.muteSet, { mute: store.toWire(row) }, [viewer.id])
}

/** What a topic is to be again when its mute ends. */
async function audiblePolicy(act: Act, { channelId, topic }: { channelId: ChannelId; topic: string }): Promise<Policy> {
  const policy = await ownTopicPolicy(act, channelId, topic)
  return policy === policies.muted ? policies.none : policy
}

/** Ends what the viewer has muted, if it is muted. */
export async function unmute(act: Act, place: Place): Promise<void> {
  const { viewer } = act
  const [row] = await store.remove(act.tx, [viewer.id], place)
  if (row) act.emit(api.muteEnded, { place: placeToWire(place, viewer.id) }, [viewer.id])
  await hearAgain(act, viewer.id, place, (row?.policy_before ?? policies.none) as Policy)
}

async function hearAgain(act: Act, userId: UserId, place: Place, policyBefore: Policy): Promise<void> {
  if (place.kind === 'channel') await setChannelMuted(act, userId, place.channelId, false)
  else if (place.kind === 'topic') {
    const { channelId, topic } = place
    const policy = (await policiesOfPeople(act.tx, [userId], channelId, topic)).get(userId)
    if (policy === policies.muted) await setTopicPolicy(act, [userId], channelId, topic, policyBefore)
  }
}

/** The time of some mutes is up. */
export async function endDue(act: Act, ids: readonly number[], now: Date): Promise<void> {
  for (const row of await store.end(act.tx, ids, now)) {
    const place = placeOf(row)
    act.emit(api.muteEnded, { place: placeToWire(place, row.user_id) }, [row.user_id])
    await hearAgain(act, row.user_id, place, row.policy_before as Policy)
  }
}

/** People hear of places again by themselves: what was to end these mutes has nothing to do any more. */
export async function forgetEnds(act: Act, userIds: readonly UserId[], place: Place): Promise<store.Stored[]> {
  const rows = await store.remove(act.tx, userIds, place)
  for (const { user_id } of rows) act.emit(api.muteEnded, { place: placeToWire(place, user_id) }, [user_id])
  return rows
}

/** The same; where the topic was moved, a mute goes with it, if it is muted where it is now. */
export async function moveEnds(
  act: Act,
  userIds: readonly UserId[],
  from: Place,
  to: Place | undefined,
): Promise<void> {
  const rows = await forgetEnds(act, userIds, from)
  if (rows.length === 0 || to?.kind !== 'topic') return
  const there = await policiesOfPeople(act.tx, userIds, to.channelId, to.topic)
  for (const { id: _, ...row } of rows) {
    if (there.get(row.user_id) !== policies.muted) continue
    await store.remove(act.tx, [row.user_id], to)
    const moved = await store.insert(act.tx, { ...row, ...columnsOf(to) })
    act.emit(api.muteSet, { mute: store.toWire(moved) }, [row.user_id])
  }
}
