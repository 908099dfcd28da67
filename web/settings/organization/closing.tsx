import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { deactivateOrganization } from '../../../src/features/people/organization-settings/api.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { EntryForm } from './entry-form.tsx'

const organizationName = part<string>('realm_name')

/** Asks for the name: nobody closes an organization by mistake. */
export function openClosing(): void {
  void openDialog({ title: o.closeTitle(organizationName.peek() ?? '') }, (close) => <Closing close={close} />)
}

function Closing({ close }: { close(): void }) {
  const name = useSignal('')
  const wanted = organizationName.value ?? ''
  return (
    <EntryForm
      submit={o.closeIt}
      isDanger
      isDisabled={name.value.trim() !== wanted}
      close={close}
      head={<p>{o.closeMore}</p>}
      fields={[{ name: 'name', words: o.closeConfirm, value: name, most: 100 }]}
      run={async () => {
        await api.call(deactivateOrganization, {}).catch((refusal: unknown) => {
          // it may be closed already, and then nobody is signed in any more
          if (!(refusal instanceof ApiError && refusal.status === 401)) throw refusal
        })
        location.reload()
      }}
    />
  )
}
