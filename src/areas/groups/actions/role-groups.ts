import { dayMs, type GroupId, roles, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { groupPermission, groupPermissionNames } from '../access/permissions.ts'
import * as api from '../api.ts'
import type { Group } from '../group.ts'
import { groupsMirror } from '../mirror.ts'
import { roleGroupOf } from '../present.ts'
import { namesMember, presentGroupSetting } from '../setting-values.ts'
import * as store from '../store.ts'

const everyone = { everyone: true } as const

/** Clients see a role as membership in its system group. */
async function joinRoleGroup(act: Act, account: Account): Promise<void> {
  if (account.isSystemBot) return
  act.emit(api.membersAdded, { group_id: roleGroupOf(act.org, account).id, user_ids: [account.id] }, everyone)
}

/** Adds a new user to groups that still exist. Doesn't affect anyone's access to channels. */
async function joinAtOnce(act: Act, { id }: Account, groupIds: readonly GroupId[]): Promise<void> {
  for (const group_id of new Set(groupIds)) {
    const group = act.get(groupsMirror).byId.get(group_id)
    if (!group || group.isSystem || group.deactivated) continue
    await store.addMembers(act.tx, act.org.id, group_id, [id])
    act.emit(api.membersAdded, { group_id, user_ids: [id], internal: { deactivated: false } }, everyone)
  }
}

export async function joinGroups(act: Act, account: Account, { groupIds = [] }: { groupIds?: readonly GroupId[] }) {
  await joinRoleGroup(act, account)
  await joinAtOnce(act, account, groupIds)
}

export async function changeRoleGroup(act: Act, before: Account, after: Account): Promise<void> {
  // clients show deactivated users in no group, and move them back on reactivation
  if (!after.isActive) return
  move(act, [after.id], roleGroupOf(act.org, before), roleGroupOf(act.org, after))
}

function move(act: Act, user_ids: UserId[], from: Group, to: Group): void {
  if (from.id === to.id || user_ids.length === 0) return
  act.emit(api.membersRemoved, { group_id: from.id, user_ids }, everyone)
  act.emit(api.membersAdded, { group_id: to.id, user_ids }, everyone)
}

export async function returnToGroups(act: Act, account: Account): Promise<void> {
  const user_ids = [account.id]
  await joinRoleGroup(act, account)
  for (const group of act.get(groupsMirror).byId.values()) {
    if (group.isSystem) continue
    const internal = { deactivated: group.deactivated }
    const group_id = group.id
    if (group.members.includes(account.id)) act.emit(api.membersAdded, { group_id, user_ids, internal }, everyone)
    const names = groupPermissionNames.filter((name) => namesMember(groupPermission(act.org, group, name), account.id))
    if (names.length === 0) continue
    const data = Object.fromEntries(
      names.map((name) => [name, presentGroupSetting(act.org, groupPermission(act.org, group, name), account.id)]),
    )
    act.emit(api.groupUpdated, { group_id, data, internal }, everyone)
  }
}

/** Notifies clients of users who became full members, or no longer are, because the waiting period changed. */
export async function announceFullMembers(act: Act, daysBefore: number, daysAfter: number): Promise<void> {
  await moveMembers(
    act,
    (account) => act.now.getTime() - account.joinedAt.getTime() >= daysBefore * dayMs,
    (account) => act.now.getTime() - account.joinedAt.getTime() >= daysAfter * dayMs,
  )
}

export async function announcePromotions(act: Act, days: number, since: Date): Promise<void> {
  const isFullAt = (time: number) => (account: Account) => time - account.joinedAt.getTime() >= days * dayMs
  await moveMembers(act, isFullAt(since.getTime()), isFullAt(act.now.getTime()))
}

/** After members became full members or no longer are, in the same transaction. */
export const fullMembershipChanged = hook<[userIds: UserId[], isFull: boolean]>()

async function moveMembers(
  act: Act,
  wasFull: (account: Account) => boolean,
  isFull: (account: Account) => boolean,
): Promise<void> {
  const groups = act.get(groupsMirror)
  const members = act
    .get(peopleMirror)
    .all()
    .filter(({ isActive, isSystemBot, role }) => isActive && !isSystemBot && role === roles.member)
  const ids = (accounts: Account[]) => accounts.map(({ id }) => id)
  const plain = groups.system('role:members')
  const full = groups.system('role:fullmembers')
  const promoted = ids(members.filter((account) => !wasFull(account) && isFull(account)))
  const demoted = ids(members.filter((account) => wasFull(account) && !isFull(account)))
  move(act, promoted, plain, full)
  move(act, demoted, full, plain)
  if (promoted.length > 0) await fullMembershipChanged(act, promoted, true)
  if (demoted.length > 0) await fullMembershipChanged(act, demoted, false)
}
