import { bool, event, int, isModerator, serverEvent, states, UserIdOut, z } from '#contract'
import { roleFacts, User, withoutDrawnPicture } from './wire.ts'

export const userAdded = event('realm_user', 'add', { person: z.looseObject(User.shape) })
/** Sent to limited guests who can't see a user anymore. */
export const userRemoved = event('realm_user', 'remove', {
  person: z.object({ user_id: UserIdOut, full_name: z.string() }),
})
export const userUpdated = event('realm_user', 'update', { person: z.looseObject({ user_id: UserIdOut }) })
/** The organization's profile fields, after any change. */
export const profileFieldsChanged = event('custom_profile_fields', null, {
  fields: z.array(z.looseObject({ id: int })),
})
/** Sent only to the user: a personal setting changed. */
export const settingChanged = event('user_settings', 'update', {
  property: z.string(),
  value: z.unknown(),
  language_name: z.string().optional(),
})
/** A change of an account that no client sees. */
export const accountChanged = serverEvent('account', 'changed', { user_id: UserIdOut })

type Person = z.infer<typeof User>
type Update = { user_id: number; [key: string]: unknown }

/** Applies an update to a user; other keys, such as the larger avatar, are for the user only. */
function changed(user: Person, update: Update): Person {
  const { new_email, role, custom_profile_field, ...plain } = update
  const next: Record<string, unknown> = { ...user }
  for (const [key, value] of Object.entries(plain)) if (key in User.shape) next[key] = value
  // present only if true
  if (next.is_welcomed === false) delete next.is_welcomed
  if (new_email !== undefined) next.email = new_email
  if (typeof role === 'number') Object.assign(next, roleFacts(role))
  if (custom_profile_field) {
    const { id, value, rendered_value } = custom_profile_field as {
      id: number
      value: string | null
      rendered_value?: string
    }
    const { [id]: _before, ...data } = user.profile_data ?? {}
    next.profile_data =
      value === null ? data : { ...data, [id]: rendered_value === undefined ? { value } : { value, rendered_value } }
  }
  return next as Person
}

function withFields(user: Person, ids: ReadonlySet<string>): Person {
  if (!user.profile_data) return user
  return { ...user, profile_data: Object.fromEntries(Object.entries(user.profile_data).filter(([id]) => ids.has(id))) }
}

const without = <T extends { realm_users: Person[]; realm_non_active_users: Person[] }>(value: T, id: number): T => ({
  ...value,
  realm_users: value.realm_users.filter(({ user_id }) => user_id !== id),
  realm_non_active_users: value.realm_non_active_users.filter(({ user_id }) => user_id !== id),
})

const inOrder = (people: Person[]): Person[] => people.sort((a, b) => a.user_id - b.user_id)

export const realmUsers = states('realm_user', {
  realm_users: z.array(User),
  realm_non_active_users: z.array(User),
  cross_realm_bots: z.array(User),
  /**
   * For clients that page users (`user_list_in_pages`): of those with larger IDs only some are included, and `GET
   * /users` has the others; null if everyone is included. Avatar URLs that follow from the ID are left out.
   */
  realm_users_after: int.nullable().optional(),
})
  .on(userAdded, (value, { person: added }) => {
    const person = value.realm_users_after === undefined ? added : withoutDrawnPicture(added)
    // a user who becomes visible again replaces their placeholder
    const others = without(value, person.user_id)
    if (person.is_active) return { ...others, realm_users: inOrder([...others.realm_users, person]) }
    return { ...others, realm_non_active_users: inOrder([...others.realm_non_active_users, person]) }
  })
  .on(userRemoved, (value, { person }) => without(value, person.user_id))
  .on(userUpdated, (value, { person: update }) => {
    const next = (user: Person) =>
      value.realm_users_after === undefined ? changed(user, update) : withoutDrawnPicture(changed(user, update))
    const before = [...value.realm_users, ...value.realm_non_active_users]
    // in large organizations not every user is loaded
    if (!before.some(({ user_id }) => user_id === update.user_id)) return value
    const all = before.map((user) => (user.user_id === update.user_id ? next(user) : user))
    return {
      ...value,
      realm_users: inOrder(all.filter(({ is_active }) => is_active)),
      realm_non_active_users: inOrder(all.filter(({ is_active }) => !is_active)),
    }
  })
  .on(profileFieldsChanged, (value, { fields }) => {
    const ids = new Set(fields.map(({ id }) => String(id)))
    const kept = (users: Person[]) => users.map((user) => withFields(user, ids))
    return {
      ...value,
      realm_users: kept(value.realm_users),
      realm_non_active_users: kept(value.realm_non_active_users),
    }
  })

/** The account itself, at the top level of register. */
export const ownUser = states('realm_user', {
  user_id: UserIdOut,
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
}).on(userUpdated, (value, { person }) => {
  if (person.user_id !== value.user_id) return value
  const next: Record<string, unknown> = { ...value }
  for (const key of ['full_name', 'delivery_email', 'avatar_source']) if (key in person) next[key] = person[key]
  // a client that computes Gravatar URLs gets none; its own avatar always has one
  const drawn = (size: string) => `/avatar/${value.user_id}${size}?version=${person.avatar_version}`
  for (const [key, size] of [['avatar_url', ''] as const, ['avatar_url_medium', '/medium'] as const])
    if (typeof person[key] === 'string') next[key] = person[key]
    else if (person[key] === null && person.avatar_version !== undefined) next[key] = drawn(size)
  if (person.new_email !== undefined) next.email = person.new_email
  if (typeof person.role === 'number') Object.assign(next, ownRoleFacts(person.role))
  return next as typeof value
})

export function ownRoleFacts(role: number) {
  const { role: _role, ...facts } = roleFacts(role)
  return { ...facts, is_moderator: isModerator({ role }) }
}
