import { asJson, asUserId, bool, endpoint, int, maxLookupLength, text, UserId, UserIdOut, UserIds, z } from '#contract'
import * as errors from './errors.ts'
import { capabilities, emailAddress, fullName, newPassword, profileData, role } from './input.ts'
import { PublicUser, User } from './wire.ts'

export * from './errors.ts'
export { fullName } from './input.ts'
export * from './states.ts'

/** An address that may belong to no account. */
const address = text({ max: maxLookupLength })

export const getOwnUser = endpoint('GET /users/me', {
  summary: 'Get your own user',
  inChannels: true,
  result: { ...User.shape, max_message_id: int },
})

export const deactivateOwnUser = endpoint('DELETE /users/me', {
  summary: 'Deactivate your own account',
  scope: 'never',
  caller: 'human',
  errors: [errors.cannotDeactivateSelf],
})

/** Users per page. */
export const maxPerPage = 2_000

const look = { client_gravatar: bool.default(true), include_custom_profile_fields: bool.default(false) }

/** By ID. With `limit`, users above `after`, and whether there are others; new users come as events. */
export const getUsers = endpoint('GET /users', {
  summary: 'Get all users; without an account, only senders in web-public channels',
  inChannels: true,
  caller: 'spectator',
  revalidates: true,
  large: true,
  params: {
    ...look,
    user_ids: UserIds.optional(),
    after: UserId.default(asUserId(0)),
    limit: int.positive().max(maxPerPage).optional(),
    // as in `POST /register`
    client_capabilities: capabilities,
  },
  result: { members: z.array(z.union([User, PublicUser])), found_last: bool.optional() },
})

export const getUser = endpoint('GET /users/{user_id}', {
  summary: 'Get a user by ID',
  inChannels: true,
  params: { user_id: UserId, ...look },
  result: { user: User },
  errors: [errors.noSuchUser],
})

export const getUserByEmail = endpoint('GET /users/{email}', {
  summary: 'Get a user by email',
  inChannels: true,
  params: { email: address, ...look },
  result: { user: User },
  errors: [errors.noSuchUser],
})

export const createUser = endpoint('POST /users', {
  summary: 'Create a user',
  scope: 'never',
  caller: 'administrator',
  params: { email: emailAddress, password: newPassword, full_name: fullName },
  result: { user_id: UserIdOut },
  errors: [errors.emailTaken, errors.nameTaken, ...errors.passwordErrors],
})

const changes = {
  full_name: fullName.optional(),
  role: role.optional(),
  profile_data: profileData.optional(),
  new_email: emailAddress.optional(),
}
const changeErrors = [
  errors.noSuchUser,
  errors.ownerRequired,
  errors.onlyOwnerStays,
  errors.guestStaysBelow,
  errors.cannotChangeEmails,
  errors.emailTaken,
  errors.nameTaken,
]

export const updateUser = endpoint('PATCH /users/{user_id}', {
  summary: 'Update a user',
  caller: 'administrator',
  notWithToken: ['new_email'],
  params: { user_id: UserId, ...changes },
  errors: changeErrors,
})

export const updateUserByEmail = endpoint('PATCH /users/{email}', {
  summary: 'Update a user by email',
  caller: 'administrator',
  notWithToken: ['new_email'],
  params: { email: address, ...changes },
  errors: changeErrors,
})

/** Further deletions with the account, including the user's messages. Can be requested later, too. */
const DeletionActions = z.object({
  delete_profile: bool.default(false),
  delete_public_channel_messages: bool.default(false),
  delete_private_channel_messages: bool.default(false),
  delete_direct_messages: bool.default(false),
})

export const deactivateUser = endpoint('DELETE /users/{user_id}', {
  summary: 'Deactivate a user and their bots',
  caller: 'administrator',
  params: {
    user_id: UserId,
    deactivation_notification_comment: text({ max: 2_000 }).nullable().optional(),
    actions: asJson(DeletionActions).optional(),
  },
  errors: [errors.noSuchUser, errors.ownerRequired, errors.cannotDeactivateOnlyOwner],
})

export const reactivateUser = endpoint('POST /users/{user_id}/reactivate', {
  summary: 'Reactivate a user',
  caller: 'administrator',
  params: { user_id: UserId },
  errors: [errors.noSuchUser, errors.ownerRequired, errors.alreadyActive, errors.profileIsDeleted],
})
