import {
  apiError,
  asUserId,
  bool,
  type ChannelId,
  endpoint,
  event,
  GroupId,
  GroupIdOut,
  GroupIds,
  GroupSettingValue,
  int,
  state,
  text,
  UserId,
  UserIdOut,
  UserIds,
  z,
} from '#contract'
import { tooManyKept } from '../organization/totals.ts'
import { userUpdated } from '../users/states.ts'
import {
  expectationMismatch,
  GroupSettingUpdate,
  groupIsDeactivated,
  groupNotAllowed,
  invalidUserId,
  noSuchGroup,
  systemGroupRequired,
  withoutMember,
} from './setting-errors.ts'

export const maxUserGroupNameLength = 100
export const maxUserGroupDescriptionLength = 1024

export const notAllowed = apiError(400, 'BAD_REQUEST', 'Insufficient permission')
export const groupNameTaken = apiError(400, 'BAD_REQUEST', "User group '{name}' already exists.")
export const nothingToDo = apiError(400, 'BAD_REQUEST', 'Nothing to do: specify users or groups to add or remove.')
export const memberAlready = apiError(400, 'BAD_REQUEST', 'User {user_id} is already a member of this group')
export const noSuchMember = apiError(400, 'BAD_REQUEST', "There is no member '{user_id}' in this user group")
export const subgroupAlready = apiError(
  400,
  'BAD_REQUEST',
  'User group {group_id} is already a subgroup of this group.',
)
export const noSuchSubgroup = apiError(400, 'BAD_REQUEST', 'User group {group_id} is not a subgroup of this group.')
export const wouldContainItself = apiError(400, 'BAD_REQUEST', 'User group {group_id} contains this group already.')
export const groupInUse = apiError(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.')

export type Objection =
  | { type: 'realm'; settings: string[] }
  | { type: 'channel'; channel_id: ChannelId; settings: string[] }
  | { type: 'user_group'; group_id: GroupId; settings: string[] }
  | { type: 'subgroup'; supergroup_ids: GroupId[] }

const permissions = {
  can_add_members_group: GroupSettingValue,
  can_join_group: GroupSettingValue,
  can_leave_group: GroupSettingValue,
  can_manage_group: GroupSettingValue,
  can_mention_group: GroupSettingValue,
  can_remove_members_group: GroupSettingValue,
}

export const UserGroup = z.object({
  id: int,
  name: z.string(),
  description: z.string(),
  members: z.array(int),
  direct_subgroup_ids: z.array(int),
  is_system_group: bool,
  deactivated: bool,
  date_created: int.nullable(),
  creator_id: int.nullable(),
  ...permissions,
})
export type UserGroup = z.infer<typeof UserGroup>

const name = text({ trim: true, min: 1, max: maxUserGroupNameLength })
  .refine((given) => !/[*`\\>"@]|\p{Cc}/u.test(given), 'contains characters that are not allowed in names')
  .refine((given) => !/^(role|user|stream|channel):/i.test(given), 'starts with a word that is reserved')
const description = text({ trim: true, max: maxUserGroupDescriptionLength })
const user_group_id = GroupId

const optional = <S extends z.ZodType>(schema: S) => ({
  can_add_members_group: schema.optional(),
  can_join_group: schema.optional(),
  can_leave_group: schema.optional(),
  can_manage_group: schema.optional(),
  can_mention_group: schema.optional(),
  can_remove_members_group: schema.optional(),
})
const settingErrors = [noSuchGroup, groupIsDeactivated, invalidUserId, groupNotAllowed, systemGroupRequired]

export const createGroup = endpoint('POST /user_groups/create', {
  summary: 'Create a user group',
  contributes: true,
  audited: true,
  params: {
    name,
    description,
    members: UserIds,
    subgroups: GroupIds.default([]),
    ...optional(GroupSettingValue.meta({ wire: 'json' })),
  },
  result: { group_id: GroupIdOut },
  errors: [notAllowed, groupNameTaken, tooManyKept, ...settingErrors],
})

export const getGroups = endpoint('GET /user_groups', {
  summary: 'Get all user groups',
  caller: 'member',
  params: { include_deactivated_groups: bool.default(false).meta({ aliases: ['allow_deactivated'] }) },
  result: { user_groups: z.array(UserGroup) },
})

export const updateGroup = endpoint('PATCH /user_groups/{user_group_id}', {
  summary: 'Update or reactivate a user group',
  contributes: true,
  audited: true,
  params: {
    user_group_id,
    name: name.optional(),
    description: description.optional(),
    ...optional(GroupSettingUpdate),
    deactivated: z.literal(false).optional(),
  },
  errors: [notAllowed, groupNameTaken, expectationMismatch, ...settingErrors],
})

export const deactivateGroup = endpoint('POST /user_groups/{user_group_id}/deactivate', {
  summary: 'Deactivate a user group',
  contributes: true,
  audited: true,
  params: { user_group_id },
  errors: [notAllowed, noSuchGroup, groupIsDeactivated, groupInUse],
})

/** compat: groups are deactivated rather than deleted; older programs call it this. */
export const deleteGroup = endpoint('DELETE /user_groups/{user_group_id}', {
  summary: 'Deactivate a user group',
  contributes: true,
  audited: true,
  deprecated: true,
  params: { user_group_id },
  errors: deactivateGroup.errors as never,
})

export const getMembers = endpoint('GET /user_groups/{user_group_id}/members', {
  summary: 'Get the members of a user group, including subgroups',
  params: { user_group_id, direct_member_only: bool.default(false) },
  result: { members: z.array(UserIdOut) },
  errors: [noSuchGroup],
})

export const updateMembers = endpoint('POST /user_groups/{user_group_id}/members', {
  summary: 'Update the members and subgroups of a user group',
  contributes: true,
  audited: true,
  params: {
    user_group_id,
    add: UserIds.default([]),
    delete: UserIds.default([]),
    add_subgroups: GroupIds.default([]),
    delete_subgroups: GroupIds.default([]),
  },
  errors: [
    notAllowed,
    nothingToDo,
    noSuchGroup,
    invalidUserId,
    memberAlready,
    noSuchMember,
    subgroupAlready,
    noSuchSubgroup,
    wouldContainItself,
  ],
})

export const isMember = endpoint('GET /user_groups/{user_group_id}/members/{user_id}', {
  summary: 'Check whether a user is a member of a user group',
  params: { user_group_id, user_id: UserId, direct_member_only: bool.default(false) },
  result: { is_user_group_member: bool },
  errors: [noSuchGroup, invalidUserId],
})

export const getSubgroups = endpoint('GET /user_groups/{user_group_id}/subgroups', {
  summary: 'Get the subgroups of a user group',
  params: { user_group_id, direct_subgroup_only: bool.default(false) },
  result: { subgroups: z.array(GroupIdOut) },
  errors: [noSuchGroup],
})

export const updateSubgroups = endpoint('POST /user_groups/{user_group_id}/subgroups', {
  summary: 'Update the subgroups of a user group',
  contributes: true,
  audited: true,
  params: { user_group_id, add: GroupIds.default([]), delete: GroupIds.default([]) },
  errors: [notAllowed, nothingToDo, noSuchGroup, subgroupAlready, noSuchSubgroup, wouldContainItself],
})

/** For the serializer, never sent: which clients can see the group, and the group for clients that get it as new. */
const internal = z.object({ deactivated: bool, group: UserGroup.optional() }).optional()

export const groupAdded = event('user_group', 'add', { group: UserGroup, internal })
export const groupUpdated = event('user_group', 'update', { group_id: GroupIdOut, data: z.looseObject({}), internal })
export const groupRemoved = event('user_group', 'remove', { group_id: GroupIdOut })
export const membersAdded = event('user_group', 'add_members', {
  group_id: GroupIdOut,
  user_ids: z.array(UserIdOut),
  internal,
})
export const membersRemoved = event('user_group', 'remove_members', {
  group_id: GroupIdOut,
  user_ids: z.array(UserIdOut),
  internal,
})
export const subgroupsAdded = event('user_group', 'add_subgroups', {
  group_id: GroupIdOut,
  direct_subgroup_ids: z.array(GroupIdOut),
  internal,
})
export const subgroupsRemoved = event('user_group', 'remove_subgroups', {
  group_id: GroupIdOut,
  direct_subgroup_ids: z.array(GroupIdOut),
  internal,
})

/** Clients without support for deactivated groups see them removed. */
export const groupEvents = [
  groupAdded,
  groupUpdated,
  membersAdded,
  membersRemoved,
  subgroupsAdded,
  subgroupsRemoved,
] as const

const one = (groups: UserGroup[], wanted: number, change: (group: UserGroup) => UserGroup) =>
  groups.map((group) => (group.id === wanted ? change(group) : group))
const union = (a: number[], b: number[]) => [...new Set([...a, ...b])].sort((x, y) => x - y)
const minus = (a: number[], b: number[]) => a.filter((each) => !b.includes(each))
const withoutPerson = (group: UserGroup, userId: number): UserGroup => ({
  ...group,
  members: minus(group.members, [userId]),
  ...Object.fromEntries(
    Object.keys(permissions).map((key) => [
      key,
      withoutMember(group[key as keyof typeof permissions], asUserId(userId)),
    ]),
  ),
})

export const realmUserGroups = state('realm_user_groups', z.array(UserGroup))
  .on(groupAdded, (groups, { group }) => [...groups, group].sort((a, b) => a.id - b.id))
  .on(groupUpdated, (groups, { group_id, data }) =>
    one(groups, group_id, (group) => ({ ...group, ...(data as Partial<UserGroup>) })),
  )
  .on(groupRemoved, (groups, { group_id }) => groups.filter((group) => group.id !== group_id))
  .on(membersAdded, (groups, { group_id, user_ids }) =>
    one(groups, group_id, (group) => ({ ...group, members: union(group.members, user_ids) })),
  )
  .on(membersRemoved, (groups, { group_id, user_ids }) =>
    one(groups, group_id, (group) => ({ ...group, members: minus(group.members, user_ids) })),
  )
  .on(subgroupsAdded, (groups, { group_id, direct_subgroup_ids }) =>
    one(groups, group_id, (group) => ({
      ...group,
      direct_subgroup_ids: union(group.direct_subgroup_ids, direct_subgroup_ids),
    })),
  )
  .on(subgroupsRemoved, (groups, { group_id, direct_subgroup_ids }) =>
    one(groups, group_id, (group) => ({
      ...group,
      direct_subgroup_ids: minus(group.direct_subgroup_ids, direct_subgroup_ids),
    })),
  )
  .on(userUpdated, (groups, { person }) =>
    // clients remove deactivated users from groups on their own
    person.is_active === false ? groups.map((group) => withoutPerson(group, person.user_id)) : groups,
  )
