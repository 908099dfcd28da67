import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { setChannelMuted } from '../../channels/subscriptions/actions/properties.ts'
import { push } from '../../channels/subscriptions/lists-by-key.ts'
import {
  ownTopicPolicy,
  policiesOfPeople,
  setOwnTopicPolicy,
  setTopicPolicy,
} from '../../channels/user-topics/actions.ts'
import { type Policy, policies } from '../../channels/user-topics/api.ts'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import * as api from './api.ts'
import { columnsOf, type Place, placeOf, placeToWire } from './place.ts'
import * as store from './store.ts'
import type { MuteOut } from './wire.ts'

/** Mutes a place for the viewer, until a UNIX time in seconds or for good. */
export async function mute(mutation: Mutation, place: Place, until: number | undefined): Promise<void> {
  const { tx, org, viewer, now } = mutation
  if (until !== undefined && until * 1000 <= now.getTime()) throw api.endsInThePast()
  const [before] = await store.remove(tx, [viewer.id], place)
  const isKept = until !== undefined || place.kind === 'direct'
  if (isKept && !before) checkTotal(maxPerUser, 'mutes', await store.count(tx, viewer.id))
  const policyBefore = before?.policy_before ?? (place.kind === 'topic' ? await audiblePolicy(mutation, place) : 0)
  if (place.kind === 'channel') await setChannelMuted(mutation, [viewer.id], place.channelId, true)
  else if (place.kind === 'topic') await setOwnTopicPolicy(mutation, place.channelId, place.topic, policies.muted)
  if (!isKept) {
    if (before) mutation.emit(api.muteEnded, { place: placeToWire(place, viewer.id) }, [viewer.id])
    return
  }
  const due_at = until === undefined ? null : new Date(until * 1000)
  const values = { org_id: org.id, user_id: viewer.id, ...columnsOf(place), policy_before: policyBefore, due_at }
  for (const row of await store.insert(tx, [values]))
    mutation.emit(api.muteSet, { mute: store.toWire(row) }, [viewer.id])
}

async function audiblePolicy(
  mutation: Mutation,
  { channelId, topic }: { channelId: ChannelId; topic: string },
): Promise<Policy> {
  const policy = await ownTopicPolicy(mutation, channelId, topic)
  return policy === policies.muted ? policies.none : policy
}

/** Unmutes a place for the viewer; returns whether it was muted. */
export async function unmute(mutation: Mutation, place: Place): Promise<boolean> {
  const { viewer } = mutation
  const [row] = await store.remove(mutation.tx, [viewer.id], place)
  if (row) mutation.emit(api.muteEnded, { place: placeToWire(place, viewer.id) }, [viewer.id])
  const isHeard = await listenAgain(mutation, [viewer.id], place, (row?.policy_before ?? policies.none) as Policy)
  return row !== undefined || isHeard
}

/** Unmutes a channel or topic; returns whether anyone had it muted. */
async function listenAgain(
  mutation: Mutation,
  userIds: readonly UserId[],
  place: Place,
  policyBefore: Policy,
): Promise<boolean> {
  if (place.kind === 'direct') return false
  const { channelId } = place
  if (place.kind === 'channel') return setChannelMuted(mutation, userIds, channelId, false)
  const now = await policiesOfPeople(mutation.tx, userIds, channelId, place.topic)
  const muted = userIds.filter((user) => now.get(user) === policies.muted)
  if (muted.length > 0) await setTopicPolicy(mutation, muted, channelId, place.topic, policyBefore)
  return muted.length > 0
}

/** Ends mutes whose time is up, grouped by place and time. */
export async function endDue(mutation: Mutation, ids: readonly number[], now: Date): Promise<void> {
  const groups = new Map<string, store.Stored[]>()
  for (const row of await store.end(mutation.tx, ids, now)) {
    const { channel_id, topic, policy_before } = row
    push(groups, channel_id === null ? `${row.id}` : JSON.stringify([channel_id, topic, policy_before]), row)
  }
  for (const rows of groups.values()) {
    const [first] = rows as [store.Stored]
    const place = placeOf(first)
    const users = rows.map(({ user_id }) => user_id)
    mutation.emit(api.muteEnded, { place: placeToWire(place, first.user_id) }, users)
    await listenAgain(mutation, users, place, first.policy_before as Policy)
  }
}

/** Deletes the scheduled ends of mutes that people ended themselves. */
export async function forgetEnds(
  mutation: Mutation,
  userIds: readonly UserId[],
  place: Place,
): Promise<store.Stored[]> {
  const rows = await store.remove(mutation.tx, userIds, place)
  const users = rows.map(({ user_id }) => user_id)
  const [first] = users
  if (first !== undefined) mutation.emit(api.muteEnded, { place: placeToWire(place, first) }, users)
  return rows
}

/** The same for a moved topic: if the new topic is muted, the scheduled end moves along. */
export async function moveEnds(
  mutation: Mutation,
  userIds: readonly UserId[],
  from: Place,
  to: Place | undefined,
): Promise<void> {
  const { tx } = mutation
  const rows = await forgetEnds(mutation, userIds, from)
  if (rows.length === 0 || to?.kind !== 'topic') return
  const there = await policiesOfPeople(tx, userIds, to.channelId, to.topic)
  const going = rows.filter(({ user_id }) => there.get(user_id) === policies.muted)
  const users = going.map(({ user_id }) => user_id)
  if (users.length === 0) return
  await store.remove(tx, users, to)
  const told = new Map<number | null, { mute: MuteOut; users: UserId[] }>()
  const moved = going.map(({ id: _, ...row }) => ({ ...row, ...columnsOf(to) }))
  for (const row of await store.insert(tx, moved)) {
    const mute = store.toWire(row)
    const one = told.get(mute.until)
    if (one) one.users.push(row.user_id)
    else told.set(mute.until, { mute, users: [row.user_id] })
  }
  for (const { mute, users } of told.values()) mutation.emit(api.muteSet, { mute }, users)
}
