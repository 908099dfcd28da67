import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { deleteAvatar } from '../../../src/features/people/users/avatars/api.ts'
import { maxUserNameLength } from '../../../src/features/people/users/input.ts'
import { canChangeOwn } from '../../../src/features/people/users/rules.ts'
import { PictureField } from '../../controls/picture-field.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { SettingButton } from '../../controls/setting-button.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { Avatar } from '../../entities/avatar.tsx'
import { openStatus } from '../../people/own-status.tsx'
import { oneself } from '../../permissions/rights.ts'
import { openPersonCard } from '../../popovers/person.tsx'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { locale } from '../../texts/locale.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'
import { sendFile } from '../../transport/files.ts'
import { ProfileFieldSettings } from './profile-field-settings.tsx'

const t = ownPages
const pictureWidth = 512
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
const isOn = (...names: readonly string[]): boolean => names.some((name) => part<boolean>(name).value === true)

export function Profile() {
  const own = person(ownId.value)
  const name = useSaving(own?.full_name ?? '', (full_name) => api.call(updateSettings, { full_name }))
  if (!own) return null
  const isLocked = (...names: readonly string[]) => !canChangeOwn(oneself(), isOn(...names))
  const hasPicture = own.avatar_url?.includes('/user_avatars/') ?? false
  return (
    <>
      <SettingGroup title={t.aboutYou}>
        <Setting
          id="avatar"
          {...t.profile.avatar}
          locked={
            isLocked('realm_avatar_changes_disabled', 'server_avatar_changes_disabled') ? t.picturesFixed : undefined
          }
          isWide
        >
          <PictureField
            aspect={1}
            width={pictureWidth}
            upload={(file) => sendFile('POST', '/users/me/avatar', file)}
            remove={hasPicture ? () => api.call(deleteAvatar, {}) : undefined}
          >
            <Avatar key={own.avatar_version} userId={own.user_id} size={72} />
          </PictureField>
        </Setting>
        <Setting
          id="full_name"
          {...t.profile.full_name}
          locked={isLocked('realm_name_changes_disabled', 'server_name_changes_disabled') ? t.namesFixed : undefined}
          saving={name}
          isWide
        >
          <TextField saving={name} maxLength={maxUserNameLength} autocomplete="name" />
        </Setting>
        <Setting id="status" {...t.profile.status}>
          <SettingButton run={openStatus}>{t.setStatus}</SettingButton>
        </Setting>
        <ProfileFieldSettings own={own} />
      </SettingGroup>
      <dl class="facts">
        <dt>{t.role}</dt>
        <dd>{t.roles[own.role]}</dd>
        <dt>{t.joined}</dt>
        <dd>{dateFormat.format(new Date(own.date_joined))}</dd>
      </dl>
      <p>
        <button
          type="button"
          class="button"
          onClick={({ currentTarget }) => openPersonCard(own.user_id, { anchor: currentTarget })}
        >
          {t.asOthersSee}
        </button>
      </p>
    </>
  )
}
