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
} from '../../../src/features/sign-in/second-factors/passkeys/api.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { part } from '../../store/connection.ts'
import { secondFactor as texts } from '../../texts/second-factor.ts'
import { api } from '../../transport/api.ts'
import { browserName } from './browser-name.ts'
import { NamedList, NameField } from './named-list.tsx'
import { hasPasskeys, makePasskey, type PasskeyOptions } from './passkey-maker.ts'
import { useProof } from './proof.tsx'

const t = texts.passkeys

export function Passkeys({ hasCodes }: { hasCodes: boolean }) {
  const all = useLoaded(async () => (await api.call(getPasskeys, {})).passkeys as Passkey[], { types: ['passkey'] })
  const methods = part<Record<string, { enabled: boolean }>>('realm_authentication_methods').value
  const isOff = methods?.Passkey?.enabled === false
  const why = isOff ? t.off : hasPasskeys() ? '' : t.notHere
  const add = () =>
    openDialog({ title: t.add }, (close) => <Add hasCodes={hasCodes} changed={all.reload} close={close} />)
  return (
    <>
      <NamedList
        all={all}
        texts={t}
        maxNameLength={maxPasskeyNameLength}
        rename={(passkey_id, name) => api.call(renamePasskey, { passkey_id, name })}
        remove={(passkey_id) => api.call(removePasskey, { passkey_id })}
      >
        {({ date_created, last_used }) => (
          <p class="soft small">
            {t.since(dayOf(date_created))} · {last_used === null ? t.neverUsed : t.lastUsed(timeOf(last_used))}
          </p>
        )}
      </NamedList>
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

interface AddProps {
  readonly hasCodes: boolean
  changed(): Promise<void>
  close(): void
}

function Add({ hasCodes, changed, close }: AddProps) {
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
      <NameField
        label={t.name}
        maxLength={maxPasskeyNameLength}
        value={name.value}
        input={(value) => {
          name.value = value
        }}
      />
      {proof.field}
    </Form>
  )
}
