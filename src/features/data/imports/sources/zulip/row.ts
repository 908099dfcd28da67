import { z } from '#contract'
import { serverSupportedPermissionSettings } from '../../../../people/organization/permission-settings.ts'

/* Tables and columns change with every release: unknown columns are ignored, and missing ones are optional. */

const id = z.int()
const text = z.string()
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)
/** Seconds with a fraction, or an ISO 8601 string. */
const time = z
  .union([z.number(), text])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : timeOf(value)))

const timeOf = (value: number | string): Date => {
  const seconds = typeof value === 'number' ? value : Number(value)
  return Number.isFinite(seconds) ? new Date(Math.round(seconds * 1_000)) : new Date(value)
}

/** Group ids. An invalid one must not cost the row, and grants nothing. */
const permissions = <Name extends string>(supported: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(supported).map((name) => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >

export const Realm = z.object({
  id,
  name: text.nullish(),
  description: text.nullish(),
  string_id: text.nullish(),
  uuid: text.nullish(),
  ...permissions(serverSupportedPermissionSettings.realm),
})

export const Person = z.object({
  id,
  delivery_email: text.nullish(),
  email: text.nullish(),
  full_name: text,
  role: z.int().nullish(),
  is_active: z.boolean().nullish(),
  is_bot: flag,
  is_mirror_dummy: flag,
  bot_owner: id.nullish(),
  timezone: text.nullish(),
  date_joined: time,
  avatar_source: text.nullish(),
})
export type Person = z.output<typeof Person>

export const ProfileField = z.object({
  id,
  name: text,
  hint: text.nullish(),
  field_type: z.int(),
  /** JSON as text, or empty. */
  field_data: text.nullish(),
  order: z.number().nullish(),
  required: flag,
  editable_by_user: z.boolean().nullish(),
  display_in_profile_summary: flag,
  use_for_user_matching: flag,
})
export const ProfileValue = z.object({ user_profile: id, field: id, value: text })

export const CrossRealm = z.object({ id, email: text })

export const Channel = z.object({
  id,
  name: text,
  description: text.nullish(),
  invite_only: flag,
  history_public_to_subscribers: z.boolean().nullish(),
  is_web_public: flag,
  deactivated: flag,
  creator: id.nullish(),
  date_created: time,
  /** Older exports have the number of a policy instead of permissions, and before that a flag. */
  stream_post_policy: z.unknown().optional(),
  is_announcement_only: z.unknown().optional(),
  topics_policy: z.unknown().optional(),
  ...permissions(serverSupportedPermissionSettings.stream),
})
export type Channel = z.output<typeof Channel>

export const recipientTypes = { person: 1, channel: 2, people: 3 } as const
export const Recipient = z.object({ id, type: z.int(), type_id: id })
export type Recipient = z.output<typeof Recipient>

export const Subscription = z.object({
  user_profile: id,
  recipient: id,
  active: z.boolean().nullish(),
  is_muted: flag,
  pin_to_top: flag,
  color: text.nullish(),
})
export type Subscription = z.output<typeof Subscription>

export const Group = z.object({ id })
export const NamedGroup = z.object({
  usergroup_ptr: id.nullish(),
  id: id.nullish(),
  name: text,
  description: text.nullish(),
  is_system_group: flag,
  deactivated: flag,
  ...permissions(serverSupportedPermissionSettings.group),
})
export type NamedGroup = z.output<typeof NamedGroup>
export const GroupMember = z.object({ user_group: id, user_profile: id })
export const Subgroup = z.object({ supergroup: id, subgroup: id })

export const Reaction = z.object({
  message: id,
  user_profile: id,
  emoji_name: text,
  emoji_code: text,
  reaction_type: text.nullish(),
})
export type Reaction = z.output<typeof Reaction>

export const Emoji = z.object({
  id,
  name: text,
  file_name: text.nullish(),
  author: id.nullish(),
  deactivated: flag,
})

export const Attachment = z.object({ path_id: text, file_name: text.nullish(), size: z.number().nullish() })

export const Message = z.object({
  id,
  sender: id,
  recipient: id,
  subject: text.nullish(),
  content: text.nullish(),
  date_sent: time,
  last_edit_time: time,
  edit_history: text.nullish(),
})
export type Message = z.output<typeof Message>

/** A change of a poll or to-do list; the first one defines it. */
export const Submessage = z.object({ id, message: id, sender: id, msg_type: text, content: text })
export type Submessage = z.output<typeof Submessage>

export const UserMessage = z.object({ user_profile: id, message: id, flags_mask: z.int().nullish() })
export type UserMessage = z.output<typeof UserMessage>
export const flags = { read: 1, starred: 2 } as const

export const HistoryEntry = z.object({
  user_id: id.nullish(),
  timestamp: z.number(),
  prev_content: text.nullish(),
  prev_topic: text.nullish(),
  prev_subject: text.nullish(),
})

export const FileRow = z.object({
  path: text.nullish(),
  s3_path: text.nullish(),
  user_profile_id: id.nullish(),
  content_type: text.nullish(),
  file_name: text.nullish(),
  name: text.nullish(),
})
