import { type GroupId, roles, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { extensionPoint, hook } from '#platform/serve'
import { settingsOf } from '../../organization/cache.ts'
import type { Account } from '../../users/account.ts'
import { savePostedEnough, saveWelcomed } from '../../users/actions/update.ts'
import { peopleCache } from '../../users/cache.ts'
import { fullMembershipAt, isFullMember } from '../access/holders.ts'
import { groupPermission, groupPermissionNames } from '../access/permissions.ts'
import * as api from '../api.ts'
import { groupsCache } from '../cache.ts'
import type { Group } from '../group.ts'
import { type FullMemberSettings, isPastWaitingPeriod, needsMessages } from '../rules.ts'
import { roleGroupOf } from '../serialize.ts'
import { namesMember, serializeGroupSetting } from '../setting-values.ts'
import * as store from '../store.ts'

const everyone = { everyone: true } as const

/** Clients see a role as membership in its system group. */
async function joinRoleGroup(mutation: Mutation, account: Account): Promise<void> {
  if (account.isSystemBot) return
  mutation.emit(api.membersAdded, { group_id: roleGroupOf(mutation.org, account).id, user_ids: [account.id] }, everyone)
}

/** Adds a new user to groups that still exist. Doesn't affect anyone's access to channels. */
async function joinAtOnce(mutation: Mutation, { id }: Account, groupIds: readonly GroupId[]): Promise<void> {
  for (const group_id of new Set(groupIds)) {
    const group = mutation.get(groupsCache).byId.get(group_id)
    if (!group || group.isSystem || group.deactivated) continue
    await store.addMembers(mutation.tx, mutation.org.id, group_id, [id])
    mutation.emit(api.membersAdded, { group_id, user_ids: [id], internal: { deactivated: false } }, everyone)
  }
}

export async function joinGroups(
  mutation: Mutation,
  account: Account,
  { groupIds = [] }: { groupIds?: readonly GroupId[] },
) {
  await joinRoleGroup(mutation, account)
  await joinAtOnce(mutation, account, groupIds)
}

export async function changeRoleGroup(mutation: Mutation, before: Account, after: Account): Promise<void> {
  // clients show deactivated users in no group, and move them back on reactivation
  if (!after.isActive) return
  move(mutation, [after.id], roleGroupOf(mutation.org, before), roleGroupOf(mutation.org, after))
}

function move(mutation: Mutation, user_ids: UserId[], from: Group, to: Group): void {
  if (from.id === to.id || user_ids.length === 0) return
  mutation.emit(api.membersRemoved, { group_id: from.id, user_ids }, everyone)
  mutation.emit(api.membersAdded, { group_id: to.id, user_ids }, everyone)
}

export async function returnToGroups(mutation: Mutation, account: Account): Promise<void> {
  const user_ids = [account.id]
  await joinRoleGroup(mutation, account)
  for (const group of mutation.get(groupsCache).byId.values()) {
    if (group.isSystem) continue
    const internal = { deactivated: group.deactivated }
    const group_id = group.id
    if (group.members.includes(account.id)) mutation.emit(api.membersAdded, { group_id, user_ids, internal }, everyone)
    const names = groupPermissionNames.filter((name) =>
      namesMember(groupPermission(mutation.org, group, name), account.id),
    )
    if (names.length === 0) continue
    const data = Object.fromEntries(
      names.map((name) => [
        name,
        serializeGroupSetting(mutation.org, groupPermission(mutation.org, group, name), account.id),
      ]),
    )
    mutation.emit(api.groupUpdated, { group_id, data, internal }, everyone)
  }
}

/** Notifies clients of users who became full members, or no longer are, because the requirements changed. */
export async function announceFullMembers(
  mutation: Mutation,
  before: FullMemberSettings,
  after: FullMemberSettings,
): Promise<void> {
  const { now } = mutation
  await moveMembers(mutation, fullMembershipAt(before, now), fullMembershipAt(after, now))
}

/** Announces people whose waiting period has ended since then. */
export async function announcePromotions(mutation: Mutation, since: Date): Promise<void> {
  const { org, now } = mutation
  const settings = settingsOf(org)
  await moveMembers(mutation, fullMembershipAt(settings, since), fullMembershipAt(settings, now))
  if (settings.full_member_messages === 0) return
  for (const account of mutation.get(peopleCache).all()) {
    const facts = { joinedAtMs: account.joinedAt.getTime() }
    if (isPastWaitingPeriod(facts, settings, now.getTime()) && !isPastWaitingPeriod(facts, settings, since.getTime()))
      await checkPosted(
        mutation,
        account,
        await messagesInChannels(mutation, account.id, settings.full_member_messages),
      )
  }
}

/** Counts a person's messages in channels that aren't private, up to a limit; answered by the messages feature. */
export const messagesInChannels = extensionPoint(
  async (_mutation: Mutation, _userId: UserId, _limit: number): Promise<number> => 0,
)

/** Whether someone's next message can make them a full member. */
export function canBecomeFullMember({ org, now }: Mutation, account: Account): boolean {
  const settings = settingsOf(org)
  // perf: most organizations don't require messages
  if (settings.full_member_messages === 0) return false
  const { isActive, botType, isWelcomed, hasPostedEnough } = account
  const facts = { joinedAtMs: account.joinedAt.getTime(), hasPostedEnough }
  return (
    isActive &&
    botType === null &&
    !isWelcomed &&
    needsMessages(facts, settings) &&
    isPastWaitingPeriod(facts, settings, now.getTime())
  )
}

/** Makes someone a full member if they've posted enough messages. */
export async function checkPosted(mutation: Mutation, account: Account, count: number): Promise<void> {
  const isEnough = count >= settingsOf(mutation.org).full_member_messages
  if (isEnough && canBecomeFullMember(mutation, account))
    await moveChanged(mutation, account, await savePostedEnough(mutation, account))
}

/** After members became full members or no longer are, in the same transaction. */
export const fullMembershipChanged = hook<[userIds: UserId[], isFull: boolean]>()

async function moveMembers(
  mutation: Mutation,
  wasFull: (account: Account) => boolean,
  isFull: (account: Account) => boolean,
): Promise<void> {
  const groups = mutation.get(groupsCache)
  const members = mutation
    .get(peopleCache)
    .all()
    .filter(({ isActive, isSystemBot, role }) => isActive && !isSystemBot && role === roles.member)
  const ids = (accounts: Account[]) => accounts.map(({ id }) => id)
  const plain = groups.system('role:members')
  const full = groups.system('role:fullmembers')
  const promoted = ids(members.filter((account) => !wasFull(account) && isFull(account)))
  const demoted = ids(members.filter((account) => wasFull(account) && !isFull(account)))
  move(mutation, promoted, plain, full)
  move(mutation, demoted, full, plain)
  if (promoted.length > 0) await fullMembershipChanged(mutation, promoted, true)
  if (demoted.length > 0) await fullMembershipChanged(mutation, demoted, false)
}

/** Makes someone a full member before their waiting period ends, or undoes that. */
export async function setWelcomed(mutation: Mutation, account: Account, isWelcomed: boolean): Promise<void> {
  if (account.isWelcomed === isWelcomed) return
  await moveChanged(mutation, account, await saveWelcomed(mutation, account, isWelcomed))
}

async function moveChanged(mutation: Mutation, account: Account, after: Account): Promise<void> {
  const isFull = isFullMember(mutation.org, after)
  if (isFull === isFullMember(mutation.org, account)) return
  if (account.role === roles.member) {
    const [from, to] = isFull
      ? (['role:members', 'role:fullmembers'] as const)
      : (['role:fullmembers', 'role:members'] as const)
    const groups = mutation.get(groupsCache)
    move(mutation, [account.id], groups.system(from), groups.system(to))
  }
  await fullMembershipChanged(mutation, [account.id], isFull)
}
