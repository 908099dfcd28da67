import { isGuest, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { type Group, Groups } from '../../../people/groups/group.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canSeeChannel } from '../access.ts'
import { channelsCache } from '../cache.ts'
import type { Channel } from '../channel.ts'
import { defaultChannelsChanged } from '../states.ts'
import { subscribersCache } from '../subscribers-cache.ts'
import { defaultChannels } from './defaults.ts'
import { hideChannels, showChannels } from './visibility.ts'

interface ChangeOfRights {
  readonly before: Pick<Viewer, 'id' | 'role' | 'groupIds'>
  readonly after: Pick<Viewer, 'id' | 'role' | 'groupIds'>
}

/** Shows and removes channels for people whose role or groups changed. */
async function changeVisibility(mutation: Mutation, changes: readonly ChangeOfRights[]): Promise<void> {
  const subscribers = mutation.get(subscribersCache)
  const all = mutation.get(channelsCache).inOrder()
  // groups only affect access to private channels
  const closed = all.filter(({ isPrivate }) => isPrivate)
  const groups = new Map<string, { gained: Channel[]; lost: Channel[]; users: UserId[] }>()
  for (const { before, after } of changes) {
    const gained: Channel[] = []
    const lost: Channel[] = []
    for (const channel of before.role === after.role ? closed : all) {
      if (subscribers.of(channel.id).has(after.id)) continue
      const saw = canSeeChannel(before, channel, false)
      if (saw === canSeeChannel(after, channel, false)) continue
      if (saw) lost.push(channel)
      else gained.push(channel)
    }
    if (gained.length + lost.length === 0) continue
    const key = JSON.stringify([gained, lost].map((list) => list.map(({ id }) => id)))
    const group = groups.get(key)
    if (group) group.users.push(after.id)
    else groups.set(key, { gained, lost, users: [after.id] })
  }
  for (const { gained, lost, users } of groups.values()) {
    if (lost.length > 0) await hideChannels(mutation, lost, users)
    if (gained.length > 0) showChannels(mutation, gained, users)
  }
}

type Facts = Pick<Account, 'id' | 'role'> & { isFullMember: boolean }

const withGroups = (groups: Groups, { id, role, isFullMember }: Facts) => ({
  id,
  role,
  groupIds: groups.of({ id, role, isFullMember }),
})

/** After a user's role changed; guests don't get the list of default channels. */
export async function roleChanged(mutation: Mutation, before: Account, after: Account): Promise<void> {
  const groups = mutation.get(groupsCache)
  const isFull = isFullMember(mutation.org, after)
  const rights = (account: Account) => withGroups(groups, { ...account, isFullMember: isFull })
  await changeVisibility(mutation, [{ before: rights(before), after: rights(after) }])
  if (isGuest(before) === isGuest(after)) return
  const default_streams = isGuest(after) ? [] : defaultChannels(mutation).map(({ id }) => id)
  mutation.emit(defaultChannelsChanged, { default_streams }, [after.id])
}

export async function fullMembershipChanged(mutation: Mutation, userIds: UserId[], isFull: boolean): Promise<void> {
  const groups = mutation.get(groupsCache)
  const people = mutation.get(peopleCache).byId
  const rights = (id: UserId, isFullMember: boolean) =>
    withGroups(groups, { id, role: people.get(id)?.role as number, isFullMember })
  await changeVisibility(
    mutation,
    userIds.map((id) => ({ before: rights(id, !isFull), after: rights(id, isFull) })),
  )
}

export async function membershipChanged(mutation: Mutation, before: Group, after: Group): Promise<void> {
  const groups = mutation.get(groupsCache)
  const next = new Groups()
  for (const group of groups.byId.values()) next.put(group.id === after.id ? after : group)
  const changes: ChangeOfRights[] = []
  for (const account of mutation.get(peopleCache).all()) {
    if (!account.isActive || account.isSystemBot) continue
    const facts = { ...account, isFullMember: isFullMember(mutation.org, account) }
    const was = withGroups(groups, facts)
    if (was.groupIds.has(before.id) || next.of(facts).has(after.id))
      changes.push({ before: was, after: withGroups(next, facts) })
  }
  await changeVisibility(mutation, changes)
}
