import { useSignal } from '@preact/signals'
import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { isLongEnough, NewPassword } from '../../controls/new-password.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { ownId, person } from '../../store/people.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'

const t = ownPages

export function openPasswordChange(): void {
  void openDialog({ title: t.changePassword }, (close) => <PasswordChange close={close} />)
}

function PasswordChange({ close }: { close: () => void }) {
  const [before, next] = [useSignal(''), useSignal('')]
  const field = useFirstFocus<HTMLInputElement>()
  const own = person(ownId.value)
  return (
    <Form
      submit={t.changePassword}
      isDisabled={!isLongEnough(next.value) || before.value === ''}
      close={close}
      run={async () => {
        await api.call(updateSettings, { old_password: before.value, new_password: next.value })
        toast(t.passwordChanged)
      }}
    >
      {/* for password managers */}
      <input
        class="visually-hidden"
        type="text"
        autocomplete="username"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={own?.delivery_email ?? ''}
      />
      <label class="field">
        <span class="label">{t.oldPassword}</span>
        <input
          ref={field}
          type="password"
          autocomplete="current-password"
          value={before.value}
          onInput={({ currentTarget }) => (before.value = currentTarget.value)}
        />
      </label>
      <NewPassword
        label={t.newPassword}
        value={next.value}
        input={(value) => (next.value = value)}
        names={[own?.full_name ?? '', own?.delivery_email ?? '']}
      />
      {sendsMail() && (
        <p class="soft small">
          <a class="plain" href="accounts/password/reset" target="_blank" rel="noopener">
            {t.forgotten}
          </a>
        </p>
      )}
    </Form>
  )
}
