import { bool, int, isAdministrator, isGuest, roles, z } from '#contract'

export const ProfileData = z.record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }))
export type ProfileData = z.infer<typeof ProfileData>

export const User = z.object({
  user_id: int,
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: bool,
  /** Present only if true: the profile of a deactivated account was deleted. */
  is_deleted: bool.optional(),
  is_owner: bool,
  is_admin: bool,
  is_guest: bool,
  is_bot: bool,
  bot_type: int.nullable().optional(),
  bot_owner_id: int.nullable().optional(),
  role: int,
  timezone: z.string(),
  /** Missing if the client can derive it from the ID. */
  avatar_url: z.string().nullable().optional(),
  avatar_version: int,
  is_imported_stub: bool.optional(),
  is_system_bot: bool.optional(),
  /** The bot of an automation. */
  is_automation: bool.optional(),
  /** Present only if true: a moderator made the user a full member before the waiting period ended. */
  is_welcomed: bool.optional(),
  /** Present only if true: posted enough messages to become a full member. */
  has_posted_enough: bool.optional(),
  profile_data: ProfileData.optional(),
})
export type User = z.infer<typeof User>

/** A user for people without an account: without role and join date. */
export const PublicUser = User.omit({
  role: true,
  is_owner: true,
  is_admin: true,
  is_guest: true,
  date_joined: true,
  bot_owner_id: true,
  profile_data: true,
  is_welcomed: true,
  has_posted_enough: true,
})
export type PublicUser = z.infer<typeof PublicUser>

export const roleFacts = (role: number) => ({
  role,
  is_owner: role === roles.owner,
  is_admin: isAdministrator({ role }),
  is_guest: isGuest({ role }),
})

/** Values of the setting `email_address_visibility`: roles that can see a user's real address. */
export const emailVisibility = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const

/** Removes an avatar URL that follows from ID and version. */
export function withoutDrawnPicture<P extends { readonly avatar_url?: string | null | undefined }>(person: P): P {
  if (!person.avatar_url?.startsWith('/avatar/')) return person
  const { avatar_url: _, ...rest } = person
  return rest as P
}
