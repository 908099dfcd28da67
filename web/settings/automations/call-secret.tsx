import { getCallSecret, renewCallSecret } from '../../../src/features/automations/automations/call-api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import { SecretPanel } from './secret-panel.tsx'

export const openCallSecret = ({ automation_id, name }: Automation): void =>
  void openDialog({ title: a.callSecretOf(name), class: 'wide-dialog' }, () => (
    <SecretPanel
      help={a.callSecretHelp}
      label={a.callSecret}
      missing={a.callSecretMissing}
      renewLabel={a.renewSecret}
      renewHelp={a.renewSecretHelp}
      load={async () => (await api.call(getCallSecret, { automation_id })).secret}
      renew={async () => (await api.call(renewCallSecret, { automation_id })).secret}
    />
  ))
