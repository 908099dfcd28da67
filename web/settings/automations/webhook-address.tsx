import { useSignal } from '@preact/signals'
import { maxWebhookSecretLength } from '../../../src/features/automations/automations/limits.ts'
import {
  getAutomationWebhook,
  renewAutomationWebhook,
  setAutomationWebhookSecret,
} from '../../../src/features/automations/automations/webhook-api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { a } from '../../texts/automations.ts'
import { api } from '../../transport/api.ts'
import { SecretPanel } from './secret-panel.tsx'
import { TextInput } from './text-input.tsx'

export const openWebhookAddress = ({ automation_id, name }: Automation): void =>
  void openDialog({ title: a.addressOf(name), class: 'wide-dialog' }, () => (
    <SecretPanel
      help={a.addressHelp}
      label={a.address}
      missing={a.addressMissing}
      renewLabel={a.renewAddress}
      renewHelp={a.renewHelp}
      load={async () => (await api.call(getAutomationWebhook, { automation_id })).url}
      renew={async () => (await api.call(renewAutomationWebhook, { automation_id })).url}
    >
      <WebhookSecret id={automation_id} />
    </SecretPanel>
  ))

/** What deliveries have to be signed with. It can be replaced, but not shown. */
function WebhookSecret({ id: automation_id }: { readonly id: number }) {
  const secret = useSignal('')
  const saved = useSignal<boolean | undefined>(undefined)
  const actions = useActions()
  const { value } = useLoaded(() => api.call(getAutomationWebhook, { automation_id }), { types: [] })
  const isSet = saved.value ?? value?.has_secret === true
  const save = (text: string) =>
    actions.run('save', async () => {
      await api.call(setAutomationWebhookSecret, { automation_id, secret: text })
      saved.value = text !== ''
      secret.value = ''
    })
  return (
    <>
      <TextInput
        label={a.webhookSecret}
        help={a.webhookSecretHelp}
        isCode
        maxLength={maxWebhookSecretLength}
        value={secret.value}
        change={(text) => (secret.value = text)}
      />
      {isSet && <p class="soft small">{a.webhookSecretSet}</p>}
      <div class="record-buttons">
        <button
          type="button"
          class="button"
          disabled={secret.value.trim() === '' || actions.isBusy('save')}
          onClick={() => save(secret.peek().trim())}
        >
          {a.saveSecret}
        </button>
        {isSet && (
          <button type="button" class="button" disabled={actions.isBusy('save')} onClick={() => save('')}>
            {a.removeSecret}
          </button>
        )}
      </div>
      <Refusal text={actions.problem('save')} />
    </>
  )
}
