import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { UserId } from '#contract'
import { createUser, updateUser } from '../../../src/features/people/users/api.ts'
import { isLongEnough, NewPassword } from '../../controls/new-password.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { person } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'

interface FieldProps {
  readonly label: string
  readonly type: 'text' | 'email'
  readonly value: string
  readonly input: (value: string) => void
  readonly maxLength: number
  readonly element?: RefObject<HTMLInputElement | null>
}

const Field = ({ label, type, value, input, maxLength, element }: FieldProps) => (
  <label class="field">
    <span class="label">{label}</span>
    <input
      {...(element && { ref: element })}
      type={type as 'text'}
      required
      dir="auto"
      autocomplete="off"
      maxLength={maxLength}
      value={value}
      onInput={({ currentTarget }) => input(currentTarget.value)}
    />
  </label>
)

/** Edits a user's name, and their email address if the server allows it. */
export function openNameDialog(id: number): void {
  void openDialog({ title: p.nameTitle }, (close) => <NameForm id={id} close={close} />)
}

function NameForm({ id, close }: { id: number; close: () => void }) {
  const { full_name = '', delivery_email = null } = person(id) ?? {}
  const first = useFirstFocus<HTMLInputElement>()
  const name = useSignal(full_name)
  const address = useSignal(delivery_email ?? '')
  const run = async () => {
    await api.call(updateUser, {
      user_id: id as UserId,
      ...(name.value !== full_name && { full_name: name.value }),
      ...(delivery_email !== null && address.value !== delivery_email && { new_email: address.value }),
    })
    toast(p.nameChanged(name.value))
  }
  return (
    <Form submit={p.save} close={close} run={run}>
      <Field
        element={first}
        label={p.name}
        type="text"
        value={name.value}
        input={(value) => (name.value = value)}
        maxLength={100}
      />
      {delivery_email !== null && (
        <Field
          label={p.address}
          type="email"
          value={address.value}
          input={(value) => (address.value = value)}
          maxLength={254}
        />
      )}
    </Form>
  )
}

/** Creates an account; the administrator passes on the password by other means. */
export function openAccountDialog(): void {
  void openDialog({ title: p.makeTitle }, (close) => <AccountForm close={close} />)
}

function AccountForm({ close }: { close: () => void }) {
  const first = useFirstFocus<HTMLInputElement>()
  const name = useSignal('')
  const address = useSignal('')
  const password = useSignal('')
  const run = async () => {
    await api.call(createUser, { full_name: name.value, email: address.value, password: password.value })
    toast(p.made(name.value))
  }
  return (
    <Form submit={p.make} isDisabled={!isLongEnough(password.value)} close={close} run={run}>
      <p class="soft small">{p.makeHelp}</p>
      <Field
        element={first}
        label={p.name}
        type="text"
        value={name.value}
        input={(value) => (name.value = value)}
        maxLength={100}
      />
      <Field
        label={p.address}
        type="email"
        value={address.value}
        input={(value) => (address.value = value)}
        maxLength={254}
      />
      <NewPassword
        label={p.password}
        value={password.value}
        input={(value) => (password.value = value)}
        names={[name.value, address.value]}
      />
    </Form>
  )
}
