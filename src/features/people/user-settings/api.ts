import {
  apiError,
  bool,
  endpoint,
  GroupIds,
  type Limited,
  type Method,
  type Shape,
  state,
  states,
  text,
  UserIds,
  z,
} from '#contract'
import { defaultChanged } from '../organization/api.ts'
import { emailTaken, passwordErrors, profileTextErrors } from '../users/errors.ts'
import { emailAddress, fullName, newPassword, timeZone } from '../users/input.ts'
import { settingChanged } from '../users/states.ts'
import {
  availableNotificationSounds,
  emojisetChoices,
  type LegacyFetch,
  type UserSetting,
  type UserSettingName,
  userSettings,
} from './settings.ts'

export const namesAreFixed = apiError(400, 'BAD_REQUEST', 'Names cannot be changed in this organization')
export const addressesAreFixed = apiError(400, 'BAD_REQUEST', 'Email addresses cannot be changed in this organization')
export const wrongPassword = apiError(400, 'BAD_REQUEST', 'Wrong password!')
export const oldPasswordMissing = apiError(400, 'BAD_REQUEST', 'Enter your current password to change it')
export const notForOthers = apiError(400, 'BAD_REQUEST', "'{name}' cannot be changed for other users")
export const hasNoTarget = apiError(400, 'BAD_REQUEST', 'target_users must name users or groups')

const settings = Object.entries<UserSetting>(userSettings)
const optionalInputs = (names: (name: string) => boolean) =>
  Object.fromEntries(settings.filter(([name]) => names(name)).map(([name, { input }]) => [name, input.optional()]))

type SettingParams = { [K in UserSettingName]: z.ZodOptional<Limited<(typeof userSettings)[K]['input']>> }

const params = {
  full_name: fullName.optional(),
  email: emailAddress.optional(),
  old_password: text({ max: 1_000 }).optional(),
  new_password: newPassword.optional(),
  timezone: timeZone.optional(),
  target_users: z
    .object({
      user_ids: UserIds.optional(),
      group_ids: GroupIds.optional(),
      skip_if_already_edited: bool.default(false),
    })
    .optional(),
  ...(optionalInputs(() => true) as SettingParams),
}

const update = (line: `${Method} /${string}`, deprecated = false) =>
  endpoint(line, {
    summary: 'Update personal settings, your own or those of target_users',
    caller: 'human',
    notWithToken: ['email', 'old_password', 'new_password', 'target_users'],
    params,
    deprecated,
    errors: [
      namesAreFixed,
      addressesAreFixed,
      emailTaken,
      ...profileTextErrors,
      wrongPassword,
      oldPasswordMissing,
      notForOthers,
      hasNoTarget,
      ...passwordErrors,
    ],
  })

export const updateSettings = update('PATCH /settings')
/** compat: what settings were changed by before level 80. */
export const updateDisplaySettings = update('PATCH /settings/display', true)
export const updateNotificationSettings = update('PATCH /settings/notifications', true)

/** Changes no existing user's settings. */
export const updateDefaults = endpoint('PATCH /realm/user_settings_defaults', {
  summary: 'Update default settings for new users',
  caller: 'administrator',
  params: optionalInputs(
    (name) => userSettings[name as UserSettingName].inDefaults,
  ) as Partial<SettingParams> as SettingParams,
})

const choices = {
  emojiset_choices: z.array(z.object({ key: z.string(), text: z.string() })),
  available_notification_sounds: z.array(z.string()),
}
export const offered = {
  emojiset_choices: emojisetChoices.map((choice) => ({ ...choice })),
  available_notification_sounds: [...availableNotificationSounds],
}
const complete = Object.fromEntries(settings.map(([name, { schema }]) => [name, schema])) as Shape

export const userSettingsState = state(
  'user_settings',
  z.object({ ...complete, ...choices, timezone: z.string() }) as z.ZodType<Record<string, unknown>>,
).on(settingChanged, (value, { property, value: next }) => ({ ...value, [property]: next }))

/** compat: settings at the top level, for a released client that fetches them by the names of before level 439. */
const legacyState = (fetch: LegacyFetch) =>
  states(
    fetch,
    Object.fromEntries(
      settings.flatMap(([name, { schema, legacyTopLevel }]) => (legacyTopLevel === fetch ? [[name, schema]] : [])),
    ) as Shape,
  ).on(settingChanged, (value, { property, value: next }) =>
    property in value ? { ...value, [property]: next } : value,
  )

export const displaySettingsState = legacyState('update_display_settings')
export const notificationSettingsState = legacyState('update_global_notifications')

export const defaultsState = state(
  'realm_user_settings_defaults',
  z.object({ ...complete, ...choices }) as z.ZodType<Record<string, unknown>>,
).on(defaultChanged, (value, { property, value: next }) => ({ ...value, [property]: next }))
