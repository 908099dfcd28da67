import { useSignal } from '@preact/signals'
import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { maxEmailLength } from '../../../src/features/people/users/input.ts'
import { canChangeOwn } from '../../../src/features/people/users/rules.ts'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { SettingButton } from '../../controls/setting-button.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'
import { ApiKey } from './api-key.tsx'
import { openDeactivation } from './deactivation.tsx'
import { OwnData } from './own-data.tsx'
import { openPasswordChange } from './password.tsx'

const t = ownPages

export function Account() {
  const own = person(ownId.value)
  const address = own?.delivery_email ?? ''
  const asked = useSignal('')
  const email = useSaving(address, async (wanted) => {
    await api.call(updateSettings, { email: wanted })
    asked.value = wanted.trim() === address ? '' : wanted.trim()
  })
  const canChange = canChangeOwn(oneself(), part<boolean>('realm_email_changes_disabled').value === true)
  const hasPasswords = part<boolean>('realm_password_auth_enabled').value !== false
  return (
    <>
      <SettingGroup title={t.signIn}>
        <Setting
          id="email"
          label={t.account.email.label}
          help={sendsMail() ? t.account.email.help : undefined}
          locked={!canChange ? t.addressesFixed : sendsMail() ? undefined : t.addressNeedsMail}
          saving={{ ...email, state: email.state === 'saved' ? 'still' : email.state }}
          isWide
        >
          <TextField saving={email} maxLength={maxEmailLength} type="email" autocomplete="email" />
          {asked.value !== '' && (
            <p class="setting-other" role="status">
              {t.mailSent(asked.value)}
            </p>
          )}
        </Setting>
        <Setting id="password" {...t.account.password} help={hasPasswords ? t.account.password.help : t.noPasswords}>
          {hasPasswords && <SettingButton run={openPasswordChange}>{t.changePassword}</SettingButton>}
        </Setting>
        <ApiKey hasPasswords={hasPasswords} />
      </SettingGroup>
      <SettingGroup title={t.leaving}>
        <OwnData />
        <Setting id="deactivate" {...t.account.deactivate}>
          <SettingButton run={openDeactivation}>{t.deactivate}</SettingButton>
        </Setting>
      </SettingGroup>
    </>
  )
}
