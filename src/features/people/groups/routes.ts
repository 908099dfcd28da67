import type { GroupId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { type Route, serve } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { peopleCache } from '../users/cache.ts'
import { holdersOf } from './access/index.ts'
import { canAddMembers, canJoin, canLeave, canRemoveMembers, knownGroup, managedGroup } from './access/permissions.ts'
import { changeMembers, createGroup, deactivateGroup, updateGroup } from './actions/group.ts'
import * as api from './api.ts'
import { groupsCache } from './cache.ts'
import type { Group } from './group.ts'
import { membersByRole, serializeGroups } from './serialize.ts'
import { invalidUserId } from './setting-values.ts'

const direct = (org: Organization, group: Group): Set<UserId> =>
  group.isSystem
    ? new Set(membersByRole(org).get(group.name))
    : holdersOf(org, { direct_members: [...group.members], direct_subgroups: [] })

const membersOf = (org: Organization, group: Group, directOnly: boolean): UserId[] =>
  [...(directOnly ? direct(org, group) : holdersOf(org, group.id))].sort((a, b) => a - b)

/** Joining and leaving require fewer permissions than adding and removing others. */
function checkCanChange(org: Organization, viewer: Viewer, group: Group, add: UserId[], remove: UserId[]): void {
  const onlySelf = (ids: UserId[]) => ids.every((id) => id === viewer.id)
  const canAdd = onlySelf(add) ? canJoin : canAddMembers
  const canRemove = onlySelf(remove) ? canLeave : canRemoveMembers
  if (add.length > 0 && !canAdd(org, viewer, group)) throw api.notAllowed()
  if (remove.length > 0 && !canRemove(org, viewer, group)) throw api.notAllowed()
}

function checkCanChangeSubgroups(
  org: Organization,
  viewer: Viewer,
  group: Group,
  add: GroupId[],
  remove: GroupId[],
): void {
  if (add.length > 0 && !canAddMembers(org, viewer, group)) throw api.notAllowed()
  if (remove.length > 0 && !canRemoveMembers(org, viewer, group)) throw api.notAllowed()
}

export const routes: readonly Route[] = [
  serve(api.createGroup, async (ctx, group) => ({
    group_id: await ctx.transact((mutation) => createGroup(mutation, group)),
  })),
  serve(api.getGroups, ({ org }, { include_deactivated_groups }) => ({
    user_groups: serializeGroups(org, include_deactivated_groups),
  })),
  serve(api.updateGroup, async (ctx, { user_group_id, ...changes }) => {
    await ctx.transact((mutation) =>
      updateGroup(mutation, managedGroup(mutation.org, mutation.viewer, user_group_id), changes),
    )
    return {}
  }),
  ...[api.deactivateGroup, api.deleteGroup].map((endpoint) =>
    serve(endpoint, async (ctx, { user_group_id }) => {
      await ctx.transact((mutation) =>
        deactivateGroup(mutation, managedGroup(mutation.org, mutation.viewer, user_group_id)),
      )
      return {}
    }),
  ),
  serve(api.getMembers, ({ org }, { user_group_id, direct_member_only }) => ({
    members: membersOf(org, knownGroup(org, user_group_id), direct_member_only),
  })),
  serve(api.updateMembers, async (ctx, params) => {
    const {
      user_group_id,
      add,
      delete: remove,
      add_subgroups: addSubgroups,
      delete_subgroups: removeSubgroups,
    } = params
    await ctx.transact((mutation) => {
      const group = knownGroup(mutation.org, user_group_id)
      checkCanChange(mutation.org, mutation.viewer, group, add, remove)
      checkCanChangeSubgroups(mutation.org, mutation.viewer, group, addSubgroups, removeSubgroups)
      return changeMembers(mutation, group, { add, remove, addSubgroups, removeSubgroups })
    })
    return {}
  }),
  serve(api.isMember, ({ org }, { user_group_id, user_id, direct_member_only }) => {
    const group = knownGroup(org, user_group_id)
    if (!org.get(peopleCache).byId.has(user_id)) throw invalidUserId({}, { user_id })
    const members = direct_member_only ? direct(org, group) : holdersOf(org, group.id)
    return { is_user_group_member: members.has(user_id) }
  }),
  serve(api.getSubgroups, ({ org }, { user_group_id, direct_subgroup_only }) => {
    const group = knownGroup(org, user_group_id)
    const inside = [...org.get(groupsCache).within(group.id)].filter((id) => id !== group.id)
    return { subgroups: (direct_subgroup_only ? [...group.subgroups] : inside).sort((a, b) => a - b) }
  }),
  serve(api.updateSubgroups, async (ctx, { user_group_id, add, delete: remove }) => {
    await ctx.transact((mutation) => {
      const group = knownGroup(mutation.org, user_group_id)
      checkCanChangeSubgroups(mutation.org, mutation.viewer, group, add, remove)
      return changeMembers(mutation, group, { add: [], remove: [], addSubgroups: add, removeSubgroups: remove })
    })
    return {}
  }),
]
