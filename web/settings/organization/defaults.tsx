import type { ParamsInput } from '#contract'
import { updateDefaults } from '../../../src/features/people/user-settings/api.ts'
import type { UserSettingName } from '../../../src/features/people/user-settings/settings.ts'
import { LockedNote } from '../../controls/locked-note.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { NotificationTable } from '../own/notification-table.tsx'
import { UserSettingGroups } from '../own/user-setting.tsx'
import { everyPlace } from '../own/user-setting-places.ts'
import { notInDefaults } from './default-places.ts'
import { lockedFor } from './own-rank.ts'
import './organization.css'

const defaults = part<Readonly<Record<string, unknown>>>('realm_user_settings_defaults')

const change = (name: UserSettingName, value: unknown): Promise<unknown> =>
  api.call(updateDefaults, { [name]: value } as ParamsInput<typeof updateDefaults.params>)

export function Defaults() {
  const locked = lockedFor('administrator')
  const all = { values: defaults.value ?? {}, change }
  return (
    <>
      <p class="lead">{o.defaultsMore}</p>
      <LockedNote locked={locked} />
      <NotificationTable {...all} locked={locked} />
      <UserSettingGroups places={everyPlace} omit={notInDefaults} {...all} locked={locked && ''} />
    </>
  )
}
