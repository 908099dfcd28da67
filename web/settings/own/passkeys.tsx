import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import {
  beginPasskey,
  createPasskey,
  getPasskeys,
  maxPasskeyNameLength,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../../../src/areas/passkeys/api.ts'
import { Form } from '../../message-actions/form.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { part } from '../../store/connection.ts'
import { enSecondFactor as texts } from '../../texts/en-second-factor.ts'
import { o } from '../../texts/own.ts'
import { api } from '../../transport/api.ts'
import { dayOf, timeOf } from '../controls/day.ts'
import { Refusal } from '../controls/deeds.tsx'
import { useLoaded } from '../controls/loaded.ts'
import { browserName } from './browser-name.ts'
import { hasPasskeys, makePasskey, type PasskeyOptions } from './passkey-maker.ts'
import { useProof } from './proof.tsx'

const t = texts.passkeys

/** With what one signs in without a password; `hasCodes` where one-time codes are on. */
export function Passkeys({ hasCodes }: { hasCodes: boolean }) {
  const all = useLoaded(async () => (await api.call(getPasskeys, {})).passkeys as Passkey[], { types: ['passkey'] })
  const methods = part<Record<string, { enabled: boolean }>>('realm_authentication_methods').value
  const isOff = methods?.Passkey?.enabled === false
  const why = isOff ? t.off : hasPasskeys() ? '' : t.notHere
  const add = () =>
    openDialog({ title: t.add }, (close) => <Add hasCodes={hasCodes} changed={all.reload} close={close} />)
  return (
    <>
      <Refusal text={all.problem} />
      {!all.value && !all.problem && (
        <p class="soft" role="status">
          {o.loading}
        </p>
      )}
      {all.value?.length === 0 && <p class="soft list-empty">{t.none}</p>}
      {all.value && all.value.length > 0 && (
        <ul class="list-of passkeys" aria-label={t.list}>
          {all.value.map((one) => (
            <li key={one.id}>
              <Row passkey={one} changed={all.reload} />
            </li>
          ))}
        </ul>
      )}
      <p class="setting-buttons">
        {why === '' ? (
          <button type="button" class="button" onClick={() => void add()}>
            {t.add}
          </button>
        ) : (
          <span class="soft small">{why}</span>
        )}
      </p>
    </>
  )
}

function Row({ passkey, changed }: { passkey: Passkey; changed: () => Promise<void> }) {
  const { id, name, date_created, last_used } = passkey
  const rename = () => openDialog({ title: t.renameOf(name) }, (close) => <Rename {...{ passkey, changed, close }} />)
  const remove = () =>
    openDialog({ title: t.removeOf(name) }, (close) => (
      <Form
        submit={t.remove}
        isDanger
        close={close}
        run={async () => {
          await api.call(removePasskey, { passkey_id: id })
          await changed()
        }}
      >
        <p>{t.removeMore}</p>
      </Form>
    ))
  return (
    <div class="list-row">
      <div class="list-words">
        <b dir="auto">{name}</b>
        <p class="soft small">
          {t.since(dayOf(date_created))} · {last_used === null ? t.neverUsed : t.lastUsed(timeOf(last_used))}
        </p>
      </div>
      <button type="button" class="button" aria-label={t.renameOf(name)} onClick={() => void rename()}>
        {t.rename}
      </button>
      <button type="button" class="button quiet" aria-label={`${t.remove}: ${name}`} onClick={() => void remove()}>
        {t.remove}
      </button>
    </div>
  )
}

interface NameProps {
  readonly value: string
  input(value: string): void
}

function NameField({ value, input }: NameProps) {
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <label class="field">
      <span class="label">{t.name}</span>
      <input
        ref={field}
        type="text"
        dir="auto"
        maxLength={maxPasskeyNameLength}
        value={value}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
    </label>
  )
}

interface DialogProps {
  changed(): Promise<void>
  close(): void
}

function Add({ hasCodes, changed, close }: DialogProps & { hasCodes: boolean }) {
  const name = useSignal(browserName(navigator.userAgent))
  const proof = useProof(hasCodes)
  const run = async () => {
    const { options } = await proof.prove((given) => api.call(beginPasskey, given))
    const credential_response = await makePasskey(options as unknown as PasskeyOptions)
    if (credential_response === undefined) throw new ApiError(400, 'NOT_MADE', t.notMade)
    await api.call(createPasskey, { name: name.value.trim(), credential_response })
    await changed()
  }
  return (
    <Form submit={t.add} isDisabled={name.value.trim() === ''} close={close} run={run}>
      <p>{t.addMore}</p>
      <NameField value={name.value} input={(value) => (name.value = value)} />
      {proof.field}
    </Form>
  )
}

function Rename({ passkey: { id, name: before }, changed, close }: DialogProps & { passkey: Passkey }) {
  const name = useSignal(before)
  const run = async () => {
    await api.call(renamePasskey, { passkey_id: id, name: name.value.trim() })
    await changed()
  }
  return (
    <Form submit={t.rename} isDisabled={name.value.trim() === ''} close={close} run={run}>
      <NameField value={name.value} input={(value) => (name.value = value)} />
    </Form>
  )
}
