import { botTypes } from '#contract'
import type { Organization } from '#platform/organization'
import { type Area, initial, serve, type Tap, view } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { settingsOf } from '../organization/mirror.ts'
import { userCreated, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { peopleMirror } from '../users/mirror.ts'
import { holdersOf, isFullMember } from './access/index.ts'
import { canAddMembers, canJoin, canLeave, canRemoveMembers, knownGroup, managedGroup } from './access/permissions.ts'
import { changeMembers, createGroup, deactivateGroup, updateGroup } from './actions/group.ts'
import {
  announcePromotions,
  changeRoleGroup,
  joinAtOnce,
  joinRoleGroup,
  returnToGroups,
} from './actions/role-groups.ts'
import * as api from './api.ts'
import { type Group, groupsMirror } from './mirror.ts'
import { presentGroups } from './present.ts'
import { invalidUserId } from './setting-values.ts'

/** Who an account is as somebody that asks; system bots act through the server only. */
function viewerOf(org: Organization, userId: number): Viewer | undefined {
  const account = org.get(peopleMirror).byId.get(userId)
  if (!account?.isActive) return undefined
  const { id, role, botType } = account
  const groupIds = org.get(groupsMirror).of({ id, role, isFullMember: isFullMember(org, account) })
  return { id, orgId: org.id, role, isBot: botType !== null, onlySends: botType === botTypes.incomingWebhook, groupIds }
}

/** A deactivated group does not exist to clients that do not ask for such groups. */
const groupView = view(api.groupEvents, ({ internal, ...shown }, client) => {
  if (!internal || client.can('include_deactivated_groups')) return shown
  const becomes = 'data' in shown ? shown.data.deactivated : undefined
  if (becomes === true && 'group_id' in shown) return { op: 'remove', group_id: shown.group_id }
  if (becomes === false && internal.group) return { op: 'add', group: internal.group }
  return internal.deactivated ? null : shown
})

const direct = (org: Organization, group: Group): Set<number> =>
  group.isSystem
    ? new Set(presentGroups(org, true).find(({ id }) => id === group.id)?.members)
    : holdersOf(org, { direct_members: [...group.members], direct_subgroups: [] })

const membersOf = (org: Organization, group: Group, directOnly: boolean): number[] =>
  [...(directOnly ? direct(org, group) : holdersOf(org, group.id))].sort((a, b) => a - b)

/** Joining and leaving take less than adding and removing other people. */
function checkMayChange(org: Organization, viewer: Viewer, group: Group, add: number[], remove: number[]): void {
  const onlySelf = (ids: number[]) => ids.every((id) => id === viewer.id)
  const mayAdd = onlySelf(add) ? canJoin : canAddMembers
  const mayRemove = onlySelf(remove) ? canLeave : canRemoveMembers
  if (add.length > 0 && !mayAdd(org, viewer, group)) throw api.notAllowed()
  if (remove.length > 0 && !mayRemove(org, viewer, group)) throw api.notAllowed()
}

function checkMayChangeSubgroups(
  org: Organization,
  viewer: Viewer,
  group: Group,
  add: number[],
  remove: number[],
): void {
  if (add.length > 0 && !canAddMembers(org, viewer, group)) throw api.notAllowed()
  if (remove.length > 0 && !canRemoveMembers(org, viewer, group)) throw api.notAllowed()
}

const lastPromotions = new WeakMap<Organization, Date>()

const taps: readonly Tap[] = [
  userCreated.tap(async (act, account, { groupIds = [] }) => {
    await joinRoleGroup(act, account)
    await joinAtOnce(act, account, groupIds)
  }),
  userRoleChanged.tap(changeRoleGroup),
  userReactivated.tap(returnToGroups),
]

export const groupsArea: Area = {
  name: 'groups',
  taps,
  api: [api],
  mirrors: [groupsMirror],
  viewerOf,
  views: [groupView],
  repeated: [
    {
      name: 'full members',
      everySecs: 60,
      async run(org) {
        const since = lastPromotions.get(org)
        const days = settingsOf(org).waiting_period_threshold
        const now = org.now()
        lastPromotions.set(org, now)
        if (since && days > 0) await org.write(null, async (act) => announcePromotions(act, days, since))
      },
    },
  ],
  routes: [
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
  ],
  state: [
    initial(api.realmUserGroups, (_tx, _viewer, { org, client }) =>
      presentGroups(org, client.can('include_deactivated_groups')),
    ),
  ],
}
