import { isGuest, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { isFullMember } from '../../groups/access/index.ts'
import { type Group, Groups } from '../../groups/group.ts'
import { groupsMirror } from '../../groups/mirror.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { canSeeChannel } from '../access.ts'
import type { Channel } from '../channel.ts'
import { channelsMirror } from '../mirror.ts'
import { defaultChannelsChanged } from '../states.ts'
import { subscribersMirror } from '../subscribers-mirror.ts'
import { defaultChannels } from './defaults.ts'
import { hideChannels, showChannels } from './visibility.ts'

interface ChangeOfRights {
  readonly before: Pick<Viewer, 'id' | 'role' | 'groupIds'>
  readonly after: Pick<Viewer, 'id' | 'role' | 'groupIds'>
}

/** Shows and removes channels for people whose role or groups changed. */
async function changeSight(act: Act, changes: readonly ChangeOfRights[]): Promise<void> {
  const subscribers = act.get(subscribersMirror)
  const all = act.get(channelsMirror).inOrder()
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
    if (lost.length > 0) await hideChannels(act, lost, users)
    if (gained.length > 0) showChannels(act, gained, users)
  }
}

type Facts = Pick<Account, 'id' | 'role'> & { isFullMember: boolean }

const withGroups = (groups: Groups, { id, role, isFullMember }: Facts) => ({
  id,
  role,
  groupIds: groups.of({ id, role, isFullMember }),
})

/** After a user's role changed; guests don't get the list of default channels. */
export async function roleChanged(act: Act, before: Account, after: Account): Promise<void> {
  const groups = act.get(groupsMirror)
  const isFull = isFullMember(act.org, after)
  const rights = (account: Account) => withGroups(groups, { ...account, isFullMember: isFull })
  await changeSight(act, [{ before: rights(before), after: rights(after) }])
  if (isGuest(before) === isGuest(after)) return
  const default_streams = isGuest(after) ? [] : defaultChannels(act).map(({ id }) => id)
  act.emit(defaultChannelsChanged, { default_streams }, [after.id])
}

export async function fullMembershipChanged(act: Act, userIds: UserId[], isFull: boolean): Promise<void> {
  const groups = act.get(groupsMirror)
  const people = act.get(peopleMirror).byId
  const rights = (id: UserId, isFullMember: boolean) =>
    withGroups(groups, { id, role: people.get(id)?.role as number, isFullMember })
  await changeSight(
    act,
    userIds.map((id) => ({ before: rights(id, !isFull), after: rights(id, isFull) })),
  )
}

export async function membershipChanged(act: Act, before: Group, after: Group): Promise<void> {
  const groups = act.get(groupsMirror)
  const next = new Groups()
  for (const group of groups.byId.values()) next.put(group.id === after.id ? after : group)
  const changes: ChangeOfRights[] = []
  for (const account of act.get(peopleMirror).all()) {
    if (!account.isActive || account.isSystemBot) continue
    const facts = { ...account, isFullMember: isFullMember(act.org, account) }
    const was = withGroups(groups, facts)
    if (was.groupIds.has(before.id) || next.of(facts).has(after.id))
      changes.push({ before: was, after: withGroups(next, facts) })
  }
  await changeSight(act, changes)
}
