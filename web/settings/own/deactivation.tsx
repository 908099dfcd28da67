import { deactivateOwnUser } from '../../../src/features/people/users/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'

const t = ownPages

export function openDeactivation(): void {
  void openDialog({ title: t.deactivateTitle }, (close) => (
    <Form
      submit={t.deactivateNow}
      isDanger
      close={close}
      run={async () => {
        await api.call(deactivateOwnUser, {})
        location.assign('accounts/login')
      }}
    >
      <p>{t.account.deactivate.help}</p>
    </Form>
  ))
}
