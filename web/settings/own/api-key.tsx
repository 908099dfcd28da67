import { type Signal, useSignal } from '@preact/signals'
import { fetchTransport, LoquatClient } from '../../../client/index.ts'
import { regenerateOwnApiKey } from '../../../src/features/people/users/key-api.ts'
import { Setting } from '../../controls/setting.tsx'
import { SettingButton } from '../../controls/setting-button.tsx'
import { copy } from '../../parts/clipboard.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { downloadText } from '../../parts/download.ts'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { ownId, person } from '../../store/people.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { s } from '../../texts/settings.ts'
import { pageAddress } from '../../transport/place.ts'
import { useSecondStep } from './second-step.tsx'
import { zuliprc } from './zuliprc.ts'

const t = ownPages

/** The user's API key. It requires the password: a browser session alone can't get it. */
export function ApiKey({ hasPasswords }: { hasPasswords: boolean }) {
  return (
    <Setting id="api-key" {...t.account['api-key']} help={hasPasswords ? t.account['api-key'].help : t.noPasswords}>
      {hasPasswords ? (
        <SettingButton run={() => openDialog({ title: t.yourKey }, (close) => <Key close={close} />)}>
          {t.showKey}
        </SettingButton>
      ) : (
        <a class="plain" id="setting-api-key" href="connect">
          {t.connect}
        </a>
      )}
    </Setting>
  )
}

function Key({ close }: { close: () => void }) {
  const password = useSignal('')
  const key = useSignal('')
  const step = useSecondStep()
  const field = useFirstFocus<HTMLInputElement>()
  const own = person(ownId.value)
  const address = own?.delivery_email ?? own?.email ?? ''
  if (key.value === '')
    return (
      <Form
        submit={t.showKey}
        isDisabled={password.value === ''}
        // stays open to show the key
        close={() => key.peek() === '' && close()}
        run={async () => {
          key.value = await step.keyFor(address, password.value)
        }}
      >
        <label class="field">
          <span class="label">{t.password}</span>
          <input
            ref={field}
            type="password"
            autocomplete="current-password"
            value={password.value}
            onInput={({ currentTarget }) => (password.value = currentTarget.value)}
          />
        </label>
        {step.field}
      </Form>
    )
  return <Shown address={own?.email ?? ''} apiKey={key} close={close} />
}

interface ShownProps {
  readonly address: string
  readonly apiKey: Signal<string>
  close(): void
}

function Shown({ address, apiKey, close }: ShownProps) {
  const problem = useSignal('')
  const site = pageAddress().replace(/\/$/, '')
  const replace = async () => {
    problem.value = ''
    // authenticate with the key itself: a browser session can't regenerate it
    const client = new LoquatClient({ email: address, apiKey: apiKey.value, transport: fetchTransport(site) })
    try {
      apiKey.value = (await client.call(regenerateOwnApiKey, {})).api_key
      toast(t.keyReplaced)
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  return (
    <div class="dialog-body">
      <p class="secret">
        <code>{apiKey.value}</code>
      </p>
      <p class="setting-buttons">
        <button type="button" class="button" onClick={() => void copy(apiKey.value)}>
          {t.copy}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => downloadText('zuliprc', zuliprc({ email: address, key: apiKey.value, site }))}
        >
          {t.downloadRc}
        </button>
      </p>
      <p class="soft small">{t.newKeyMore}</p>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={() => void replace()}>
          {t.newKey}
        </button>
        <button type="button" class="button primary" onClick={close}>
          {s.done}
        </button>
      </div>
    </div>
  )
}
