import type { ParamsInput } from '#contract'
import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import type { UserSettingName } from '../../../src/features/people/user-settings/settings.ts'
import { part } from '../../store/connection.ts'
import { api } from '../../transport/api.ts'

/** One's own settings, as events have changed them. */
export const ownValues = part<Readonly<Record<string, unknown>>>('user_settings')

export const changeOwn = (name: UserSettingName, value: unknown): Promise<unknown> =>
  api.call(updateSettings, { [name]: value } as ParamsInput<typeof updateSettings.params>)
