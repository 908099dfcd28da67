import type { GroupId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { type Route, serve } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { peopleMirror } from '../users/mirror.ts'
import { holdersOf } from './access/index.ts'
import { canAddMembers, canJoin, canLeave, canRemoveMembers, knownGroup, managedGroup } from './access/permissions.ts'
import { changeMembers, createGroup, deactivateGroup, updateGroup } from './actions/group.ts'
import * as api from './api.ts'
import type { Group } from './group.ts'
import { groupsMirror } from './mirror.ts'
import { membersByRole, presentGroups } from './present.ts'
import { invalidUserId } from './setting-values.ts'

const direct = (org: Organization, group: Group): Set<UserId> =>
  group.isSystem
    ? new Set(membersByRole(org).get(group.name))
    : holdersOf(org, { direct_members: [...group.members], direct_subgroups: [] })

const membersOf = (org: Organization, group: Group, directOnly: boolean): UserId[] =>
  [...(directOnly ? direct(org, group) : holdersOf(org, group.id))].sort((a, b) => a - b)

/** Joining and leaving require fewer permissions than adding and removing others. */
function checkMayChange(org: Organization, viewer: Viewer, group: Group, add: UserId[], remove: UserId[]): void {
  const onlySelf = (ids: UserId[]) => ids.every((id) => id === viewer.id)
  const mayAdd = onlySelf(add) ? canJoin : canAddMembers
  const mayRemove = onlySelf(remove) ? canLeave : canRemoveMembers
  if (add.length > 0 && !mayAdd(org, viewer, group)) throw api.notAllowed()
  if (remove.length > 0 && !mayRemove(org, viewer, group)) throw api.notAllowed()
}

function checkMayChangeSubgroups(
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
  serve(api.createGroup, async (ctx, group) => ({ group_id: await ctx.write((act) => createGroup(act, group)) })),
  serve(api.getGroups, ({ org }, { include_deactivated_groups }) => ({
    user_groups: presentGroups(org, include_deactivated_groups),
  })),
  serve(api.updateGroup, async (ctx, { user_group_id, ...changes }) => {
    await ctx.write((act) => updateGroup(act, managedGroup(act.org, act.viewer, user_group_id), changes))
    return {}
  }),
  ...[api.deactivateGroup, api.deleteGroup].map((endpoint) =>
    serve(endpoint, async (ctx, { user_group_id }) => {
      await ctx.write((act) => deactivateGroup(act, managedGroup(act.org, act.viewer, user_group_id)))
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
    await ctx.write((act) => {
      const group = knownGroup(act.org, user_group_id)
      checkMayChange(act.org, act.viewer, group, add, remove)
      checkMayChangeSubgroups(act.org, act.viewer, group, addSubgroups, removeSubgroups)
      return changeMembers(act, group, { add, remove, addSubgroups, removeSubgroups })
    })
    return {}
  }),
  serve(api.isMember, ({ org }, { user_group_id, user_id, direct_member_only }) => {
    const group = knownGroup(org, user_group_id)
    if (!org.get(peopleMirror).byId.has(user_id)) throw invalidUserId({}, { user_id })
    const members = direct_member_only ? direct(org, group) : holdersOf(org, group.id)
    return { is_user_group_member: members.has(user_id) }
  }),
  serve(api.getSubgroups, ({ org }, { user_group_id, direct_subgroup_only }) => {
    const group = knownGroup(org, user_group_id)
    const inside = [...org.get(groupsMirror).within(group.id)].filter((id) => id !== group.id)
    return { subgroups: (direct_subgroup_only ? [...group.subgroups] : inside).sort((a, b) => a - b) }
  }),
  serve(api.updateSubgroups, async (ctx, { user_group_id, add, delete: remove }) => {
    await ctx.write((act) => {
      const group = knownGroup(act.org, user_group_id)
      checkMayChangeSubgroups(act.org, act.viewer, group, add, remove)
      return changeMembers(act, group, { add: [], remove: [], addSubgroups: add, removeSubgroups: remove })
    })
    return {}
  }),
]
