import { useSignal } from '@preact/signals'
import { updateSettings } from '../../../src/areas/user-settings/api.ts'
import { Form } from '../../message-actions/form.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { toast } from '../../parts/toast.ts'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { enOwnPages } from '../../texts/en-own-pages.ts'
import { api } from '../../transport/api.ts'

const t = enOwnPages
const shortest = part<number>('password_min_length')
const longestPassword = 100

/** Asks for the password so far and a new one. */
export function openPasswordChange(): void {
  void openDialog({ title: t.changePassword }, (close) => <PasswordChange close={close} />)
}

function PasswordChange({ close }: { close: () => void }) {
  const [before, next] = [useSignal(''), useSignal('')]
  const field = useFirstFocus<HTMLInputElement>()
  const most = shortest.value ?? 8
  return (
    <Form
      submit={t.changePassword}
      isDisabled={next.value.length < most || before.value === ''}
      close={close}
      run={async () => {
        await api.call(updateSettings, { old_password: before.value, new_password: next.value })
        toast(t.passwordChanged)
      }}
    >
      {/* for what keeps passwords */}
      <input
        class="visually-hidden"
        type="text"
        autocomplete="username"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={person(ownId.value)?.delivery_email ?? ''}
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
      <label class="field">
        <span class="label">{t.newPassword}</span>
        <input
          type="password"
          autocomplete="new-password"
          maxLength={longestPassword}
          value={next.value}
          onInput={({ currentTarget }) => (next.value = currentTarget.value)}
        />
      </label>
      <p class="soft small">
        {t.passwordRule(most)}{' '}
        <a class="plain" href="accounts/password/reset" target="_blank" rel="noopener">
          {t.forgotten}
        </a>
      </p>
    </Form>
  )
}
