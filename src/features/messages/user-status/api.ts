import { apiError, asJson, bool, endpoint, event, int, state, text, UserId, UserIdOut, z } from '#contract'
import { noSuchUser, profileTextErrors } from '../../people/users/errors.ts'
import { userRemoved, userUpdated } from '../../people/users/states.ts'

export const nothingGiven = apiError(400, 'BAD_REQUEST', 'Client did not pass any new values.')
export const emojiNameMissing = apiError(
  400,
  'BAD_REQUEST',
  'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
)

export const endsBefore = apiError(400, 'BAD_REQUEST', 'Invalid until: must be in the future')

export const UserStatus = z.object({
  away: bool.optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']).optional(),
  /** When text and emoji are cleared, in UNIX seconds. */
  until: int.optional(),
})
export type UserStatus = z.infer<typeof UserStatus>

export const maxStatusLength = 60
/** UNIX seconds: the end of the year 2199. */
const latestEnd = 7_258_118_399

const params = {
  status_text: text({ trim: true, max: maxStatusLength }).optional(),
  emoji_name: text({ max: 100 }).optional(),
  emoji_code: text({ max: 100 }).optional(),
  reaction_type: z
    .enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji', ''])
    .transform((type) => (type === 'service_extra_emoji' ? 'zulip_extra_emoji' : type))
    .optional(),
  until: int.positive().max(latestEnd).optional(),
}
const errors = [nothingGiven, emojiNameMissing, endsBefore, ...profileTextErrors]

/** Changing text or emoji also resets the end: without `until`, they stay until changed. */
export const updateOwnStatus = endpoint('POST /users/me/status', {
  summary: 'Update your status; only the given parts change',
  contributes: true,
  params: { ...params, away: asJson(bool).optional() },
  errors: [...errors],
})

export const updateUserStatus = endpoint('POST /users/{user_id}/status', {
  summary: "Update another user's status",
  caller: 'administrator',
  params: { user_id: UserId, ...params },
  errors: [noSuchUser, ...errors],
})

export const getUserStatus = endpoint('GET /users/{user_id}/status', {
  summary: "Get a user's status",
  params: { user_id: UserId },
  result: { status: UserStatus },
  errors: [noSuchUser],
})

/** Changed keys only; empty texts clear the status, and null removes its end. */
export const statusChanged = event('user_status', null, {
  user_id: UserIdOut,
  ...UserStatus.shape,
  until: int.nullable().optional(),
})

export const userStatusState = state('user_status', z.record(z.string(), UserStatus))
  .on(statusChanged, (all, { user_id, ...changed }) => {
    const { [user_id]: before, ...others } = all
    const next = said({ ...before, ...changed })
    return Object.keys(next).length > 0 ? { ...others, [user_id]: next } : others
  })
  .on(userRemoved, (all, { person: { user_id } }) => {
    const { [user_id]: _unknown, ...others } = all
    return others
  })
  .on(userUpdated, (all, { person: { user_id, is_active } }) => {
    if (is_active !== false) return all
    const { [user_id]: _gone, ...others } = all
    return others
  })

export function said(status: Omit<UserStatus, 'until'> & { until?: number | null | undefined }): UserStatus {
  const { away, status_text, emoji_name, emoji_code, reaction_type, until } = status
  return {
    ...(away ? { away } : {}),
    ...(status_text ? { status_text } : {}),
    ...(emoji_name ? { emoji_name, emoji_code, reaction_type } : {}),
    ...(until && (status_text || emoji_name) ? { until } : {}),
  }
}
