import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { limitedGuests, meetingPlaces, visibilityOf } from '../../../people/users/access/index.ts'
import { hideUsers, showUsers } from '../../../people/users/actions/guest-visibility.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Channel } from '../../channels/channel.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'

type ByPerson = ReadonlyMap<UserId, readonly Pick<Channel, 'id'>[]>

/** Limited guests can see people who join their channels, and people in channels they join. */
export async function meet(mutation: Mutation, added: ByPerson): Promise<void> {
  const guests = limitedGuests(mutation.org)
  if (guests.length === 0) return
  const subscribers = mutation.get(subscribersCache)
  const newcomers = byChannel(added)
  const shown = new Map<UserId, Set<UserId>>()
  for (const guest of guests) {
    const knows = visibilityOf(mutation.org, guest)
    const met = new Set<UserId>()
    for (const [channelId, people] of newcomers) {
      const present = subscribers.of(channelId)
      if (people.has(guest.id)) for (const id of present) if (!knows(id)) met.add(id)
      if (people.has(guest.id) || present.has(guest.id)) for (const id of people) if (!knows(id)) met.add(id)
    }
    if (met.size > 0) shown.set(guest.id, met)
  }
  await showUsers(mutation, shown)
}

/** Hides users from limited guests, unless they share another channel. A deactivated guest needs no events. */
export function part(mutation: Mutation, removed: ByPerson, going: number | null = null): void {
  const { org } = mutation
  const guests = limitedGuests(org)
  if (guests.length === 0) return
  const { byId } = mutation.get(peopleCache)
  const subscribers = mutation.get(subscribersCache)
  const leavers = byChannel(removed)
  const leaving = new Map([...leavers].map(([channelId, people]) => [subscribers.of(channelId), people]))
  const hidden = new Map<UserId, Set<UserId>>()
  for (const guest of guests) {
    if (guest.id === going) continue
    const remaining = meetingPlaces.of(org, guest.id).filter((place) => !leaving.get(place)?.has(guest.id))
    const meets = (id: UserId) => remaining.some((place) => place.has(id) && !leaving.get(place)?.has(id))
    const lost = new Set<UserId>()
    for (const [place, people] of leaving) {
      if (!place.has(guest.id)) continue
      for (const id of people.has(guest.id) ? place : people) if (id !== guest.id && !meets(id)) lost.add(id)
    }
    for (const id of lost) if (byId.get(id)?.botOwnerId === guest.id) lost.delete(id)
    if (lost.size > 0) hidden.set(guest.id, lost)
  }
  hideUsers(mutation, hidden)
}

/** One user joins or leaves all of these channels. */
export const alone = (userId: UserId, channelIds: readonly ChannelId[]): ByPerson =>
  new Map([[userId, channelIds.map((id) => ({ id }))]])

function byChannel(people: ByPerson): Map<ChannelId, Set<UserId>> {
  const channels = new Map<ChannelId, Set<UserId>>()
  for (const [userId, list] of people)
    for (const { id } of list) {
      const known = channels.get(id)
      if (known) known.add(userId)
      else channels.set(id, new Set([userId]))
    }
  return channels
}
