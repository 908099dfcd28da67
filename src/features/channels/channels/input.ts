import { asEither, bool, GroupSettingValue, int, maxLookupLength, text, z } from '#contract'
import { maxChannelDescriptionLength, maxChannelNameLength, maxRetentionDays, maxSlowModeSecs } from './limits.ts'
import { topicsPolicies } from './wire.ts'

export const normalName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u

export const channelName = text({ max: maxLookupLength })
  .transform(normalName)
  .pipe(
    text({ min: 1, max: maxChannelNameLength }).refine((name) => !unprintable.test(name), 'has an invalid character'),
  )

export const channelDescription = text({ max: maxChannelDescriptionLength })

/** Null: the organization's policy; -1: forever. */
export const retentionDays = asEither(
  z.union([
    z.int().positive().max(maxRetentionDays),
    z.literal('realm_default').transform(() => null),
    z.literal('unlimited').transform(() => -1),
    // compat: numbers that arrive as text
    text({ max: 20 })
      .regex(/^[1-9]\d{0,5}$/, 'is neither a number of days nor one of realm_default, unlimited')
      .transform(Number),
  ]),
)

/** 0 turns slow mode off. */
export const slowModeSeconds = int.min(0).max(maxSlowModeSecs)

export const eachPermission = <G>(group: G) => ({
  can_add_subscribers_group: group,
  can_administer_channel_group: group,
  can_create_topic_group: group,
  can_delete_any_message_group: group,
  can_delete_own_message_group: group,
  can_move_messages_out_of_channel_group: group,
  can_move_messages_within_channel_group: group,
  can_remove_subscribers_group: group,
  can_resolve_topics_group: group,
  can_send_message_group: group,
  can_subscribe_group: group,
})

export const newChannelSettings = {
  invite_only: bool.default(false),
  is_web_public: bool.default(false),
  is_default_stream: bool.default(false),
  history_public_to_subscribers: bool.optional(),
  message_retention_days: retentionDays.optional(),
  topics_policy: z.enum(topicsPolicies).optional(),
  default_push_notifications: bool.default(false),
  slow_mode_seconds: slowModeSeconds.default(0),
  folder_id: int.optional(),
  ...eachPermission(GroupSettingValue.optional()),
}
export type NewChannelSettings = z.output<z.ZodObject<typeof newChannelSettings>>
