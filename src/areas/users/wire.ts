import { bool, int, isAdministrator, isGuest, roles, z } from '#contract'

export const ProfileData = z.record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }))
export type ProfileData = z.infer<typeof ProfileData>

/** A user as the API shows one to others. */
export const User = z.object({
  user_id: int,
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: bool,
  /** There only when true: the profile of a deactivated account was deleted. */
  is_deleted: bool.optional(),
  is_owner: bool,
  is_admin: bool,
  is_guest: bool,
  is_bot: bool,
  bot_type: int.nullable().optional(),
  bot_owner_id: int.nullable().optional(),
  role: int,
  timezone: z.string(),
  /** Missing where a client does without it: then it follows from the id. */
  avatar_url: z.string().nullable().optional(),
  avatar_version: int,
  is_imported_stub: bool.optional(),
  is_system_bot: bool.optional(),
  profile_data: ProfileData.optional(),
})
export type User = z.infer<typeof User>

/** What people without an account are told of a user: neither the role, nor since when. */
export const PublicUser = User.omit({
  role: true,
  is_owner: true,
  is_admin: true,
  is_guest: true,
  date_joined: true,
  bot_owner_id: true,
  profile_data: true,
})
export type PublicUser = z.infer<typeof PublicUser>

/** What follows from a role in a user's object. */
export const roleFacts = (role: number) => ({
  role,
  is_owner: role === roles.owner,
  is_admin: isAdministrator({ role }),
  is_guest: isGuest({ role }),
})

/** Who sees somebody's real address: values of the setting `email_address_visibility`. */
export const emailVisibility = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const

/** What the server draws, or looks up, has an address that follows from the id and the version: a person without one. */
export function withoutDrawnPicture<P extends { readonly avatar_url?: string | null | undefined }>(person: P): P {
  if (!person.avatar_url?.startsWith('/avatar/')) return person
  const { avatar_url: _, ...rest } = person
  return rest as P
}
