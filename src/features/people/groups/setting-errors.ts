import { apiError, ascending, asJson, GroupSettingValue, type UserId, z } from '#contract'

export const noSuchGroup = apiError(400, 'BAD_REQUEST', 'Invalid user group')
export const groupIsDeactivated = apiError(400, 'BAD_REQUEST', 'User group is deactivated.')
export const invalidUserId = apiError(400, 'BAD_REQUEST', 'Invalid user ID: {user_id}')
export const systemGroupRequired = apiError(400, 'SYSTEM_GROUP_REQUIRED', "'{setting_name}' must be a system group.")
export const groupNotAllowed = apiError(400, 'BAD_REQUEST', "'{name}' cannot be set to the group '{group}'.")
export const userRequired = apiError(400, 'BAD_REQUEST', "'{name}' must not be empty.")
export const expectationMismatch = apiError(
  400,
  'EXPECTATION_MISMATCH',
  "The value of '{name}' is no longer the one that was expected.",
)

export const GroupSettingUpdate = asJson(
  z.union([GroupSettingValue, z.object({ new: GroupSettingValue, old: GroupSettingValue.optional() })]),
)
export type GroupSettingUpdate = z.infer<typeof GroupSettingUpdate>

/** The canonical form: a collection of a single group becomes that group. */
export function normalizeGroupSettingValue(value: GroupSettingValue): GroupSettingValue {
  if (typeof value === 'number') return value
  const direct_members = ascending(value.direct_members)
  const direct_subgroups = ascending(value.direct_subgroups)
  const [only] = direct_subgroups
  if (only !== undefined && direct_subgroups.length === 1 && direct_members.length === 0) return only
  return { direct_members, direct_subgroups }
}

/** Clients compute the same when a user is deactivated. */
export function withoutMember(value: GroupSettingValue, userId: UserId): GroupSettingValue {
  if (typeof value === 'number' || !value.direct_members.includes(userId)) return value
  return { ...value, direct_members: value.direct_members.filter((id) => id !== userId) }
}

export const namesMember = (value: GroupSettingValue, userId: UserId): boolean =>
  typeof value === 'object' && value.direct_members.includes(userId)
