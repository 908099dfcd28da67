import type { EventKind, PayloadOf, UserId } from '#contract'
import { isAdministrator, isGuest } from '#contract'
import type { Audience } from '#platform/events'
import type { Mutation, Organization } from '#platform/organization'
import { holdersOf } from '../../people/groups/access/index.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { Channel } from './channel.ts'

/** People who can see a private channel whether they are subscribed or not. */
function knowersOf(org: Organization, { permissions }: Pick<Channel, 'permissions'>): Set<UserId> {
  const people = org.get(peopleCache).byId
  const knowers = new Set<UserId>()
  for (const account of people.values())
    if (account.isActive && !account.isSystemBot && isAdministrator(account)) knowers.add(account.id)
  const { can_administer_channel_group, can_add_subscribers_group, can_subscribe_group } = permissions
  for (const value of [can_administer_channel_group, can_add_subscribers_group, can_subscribe_group])
    for (const id of holdersOf(org, value)) {
      const account = people.get(id)
      if (account && !isGuest(account)) knowers.add(id)
    }
  return knowers
}

/**
 * Everyone who can see the channel after the transaction: exactly those that `canSeeChannel` allows. Subscribers
 * are found by their spans, so the audience stays small.
 */
export function channelAudience(org: Organization, channel: Channel): Audience {
  if (channel.isWebPublic) return { everyone: true }
  if (!channel.isPrivate) return { members: true, channel: channel.id }
  return { users: [...knowersOf(org, channel)], channel: channel.id }
}

type Clients = 'all' | 'knowing archived channels' | 'not knowing archived channels'

/**
 * Emits an event about channels. Clients without the capability `archived_channels` get no events about archived ones:
 * for them, archiving deletes a channel.
 */
export function emitAbout<K extends EventKind>(
  mutation: Mutation,
  clients: Clients,
  kind: K,
  payload: PayloadOf<K>,
  audience: Audience | UserId[],
): void {
  if (Array.isArray(audience) && audience.length === 0) return
  const whole = Array.isArray(audience) ? { users: audience } : audience
  const declared = clients === 'knowing archived channels'
  const only = clients === 'all' ? {} : { clients: { capability: 'archived_channels', declared } }
  mutation.emit(kind, payload, { ...whole, ...only })
}

export const clientsOf = ({ isArchived }: Pick<Channel, 'isArchived'>): Clients =>
  isArchived ? 'knowing archived channels' : 'all'
