import { apiError, bool, endpoint, event, int, states, text, z } from '#contract'
import { maxUserNameLength } from '../organization/limits.ts'
import { User } from './wire.ts'

export const fullName = text({ trim: true, min: 1, max: maxUserNameLength })

export const noSuchUser = apiError(400, 'BAD_REQUEST', 'No such user')
export const wrongCredentials = apiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect')
export const emailTaken = apiError(400, 'BAD_REQUEST', "Email '{email}' already in use")

export const fetchApiKey = endpoint('POST /fetch_api_key', {
  summary: 'Sign in with a password and learn the API key',
  caller: 'anyone',
  params: { username: text(), password: text() },
  result: { api_key: z.string(), email: z.string(), user_id: int },
  errors: [wrongCredentials],
})

/** Section 4.20. */
export const getOwnUser = endpoint('GET /users/me', {
  summary: 'The account that is asking',
  result: { ...User.shape, max_message_id: int },
})

export const getUsers = endpoint('GET /users', {
  summary: 'Every user of the organization',
  params: {
    client_gravatar: bool.default(true),
    include_custom_profile_fields: bool.default(false),
    user_ids: z.array(int).optional(),
  },
  result: { members: z.array(User) },
})

export const userAdded = event('realm_user', 'add', { person: User })
export const userUpdated = event('realm_user', 'update', { person: z.looseObject({ user_id: int }) })
/** For this server's own memory: something about an account changed that no client hears of. */
export const accountChanged = event('account', 'changed', { user_id: int })

type Person = z.infer<typeof User>
export const realmUsers = states('realm_user', {
  realm_users: z.array(User),
  realm_non_active_users: z.array(User),
  cross_realm_bots: z.array(User),
})
  .on(userAdded, (value, { person }) => ({ ...value, realm_users: [...value.realm_users, person] }))
  .on(userUpdated, (value, { person }) => {
    const changed = value.realm_users.map((user) =>
      user.user_id === person.user_id ? ({ ...user, ...person } as Person) : user,
    )
    return { ...value, realm_users: changed }
  })

/** The account that registers, at the top level of the register response. */
export const ownUser = states('realm_user', {
  user_id: int,
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  avatar_url_medium: z.string().nullable(),
  avatar_source: z.string(),
  is_admin: bool,
  is_owner: bool,
  is_moderator: bool,
  is_guest: bool,
})
