import { useSignal } from '@preact/signals'
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '../../../src/features/sign-in/second-factors/api.ts'
import { copy } from '../../parts/clipboard.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { downloadText } from '../../parts/download.ts'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { secondFactor as t } from '../../texts/second-factor.ts'
import { api } from '../../transport/api.ts'
import { useProof } from './proof.tsx'
import { CodeField } from './second-step.tsx'

interface DialogProps {
  readonly isOn: boolean
  changed(): Promise<void>
  close(): void
}

type DialogOptions = Omit<DialogProps, 'close'>

interface Setup {
  readonly secret: string
  readonly uri: string
  readonly qr_code: { readonly size: number; readonly path: string }
  readonly setup_token: string
}

export const openSetup = (asked: DialogOptions): void =>
  void openDialog({ title: t.setUp }, (close) => <SetUp {...asked} close={close} />)
export const openRenewal = (asked: DialogOptions): void =>
  void openDialog({ title: t.renew }, (close) => <Renew {...asked} close={close} />)
export const openTurnOff = (asked: DialogOptions): void =>
  void openDialog({ title: t.turnOff }, (close) => <TurnOff {...asked} close={close} />)

/** Shows the secret, then asks for a code, then shows the recovery codes. */
function SetUp({ isOn, changed, close }: DialogProps) {
  const proof = useProof(isOn)
  const setup = useSignal<Setup | undefined>(undefined)
  const codes = useSignal<readonly string[]>([])
  const code = useSignal('')
  if (codes.value.length > 0) return <RecoveryCodes codes={codes.value} close={close} />
  if (!setup.value)
    return (
      <Form
        key="begin"
        submit={t.goOn}
        close={() => setup.peek() === undefined && close()}
        run={async () => {
          setup.value = await proof.prove((given) => api.call(beginSecondFactor, given))
        }}
      >
        <p>{isOn ? t.setUpAgain : t.setUpMore}</p>
        {proof.field}
      </Form>
    )
  const { secret, uri, qr_code, setup_token } = setup.value
  const { size, path } = qr_code
  return (
    <Form
      key="confirm"
      submit={t.turnOn}
      isDisabled={code.value.trim() === ''}
      close={() => codes.peek().length === 0 && close()}
      run={async () => {
        const answer = await api.call(enableSecondFactor, { setup_token, code: code.value.trim() })
        codes.value = answer.recovery_codes
        await changed()
      }}
    >
      <p>{t.scan}</p>
      <svg class="qr-code" role="img" aria-label={t.picture} viewBox={`0 0 ${size} ${size}`}>
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={path} shape-rendering="crispEdges" />
      </svg>
      <p class="small">
        {t.orType} <code class="totp-secret">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>{' '}
        <a class="plain" href={uri}>
          {t.openApp}
        </a>
      </p>
      <CodeField code={code} isOfApp />
    </Form>
  )
}

const RecoveryCodes = ({ codes, close }: { codes: readonly string[]; close: () => void }) => (
  <div class="dialog-body">
    <p class="label">{t.recoveryTitle}</p>
    <ol class="recovery-codes">
      {codes.map((one) => (
        <li key={one}>
          <code>{one}</code>
        </li>
      ))}
    </ol>
    <p class="soft small">{t.recoveryMore}</p>
    <div class="dialog-buttons">
      <button type="button" class="button" onClick={() => void copy(codes.join('\n'))}>
        {t.copy}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => downloadText('loquat-recovery-codes.txt', `${codes.join('\n')}\n`)}
      >
        {t.download}
      </button>
      <button type="button" class="button primary" onClick={close}>
        {t.done}
      </button>
    </div>
  </div>
)

function Renew({ isOn, changed, close }: DialogProps) {
  const proof = useProof(isOn)
  const codes = useSignal<readonly string[]>([])
  if (codes.value.length > 0) return <RecoveryCodes codes={codes.value} close={close} />
  return (
    <Form
      submit={t.renew}
      close={() => codes.peek().length === 0 && close()}
      run={async () => {
        codes.value = (await proof.prove((given) => api.call(renewRecoveryCodes, given))).recovery_codes
        await changed()
      }}
    >
      <p>{t.renewMore}</p>
      {proof.field}
    </Form>
  )
}

function TurnOff({ isOn, changed, close }: DialogProps) {
  const proof = useProof(isOn)
  return (
    <Form
      submit={t.turnOff}
      isDanger
      close={close}
      run={async () => {
        await proof.prove((given) => api.call(disableSecondFactor, given))
        toast(t.isOff)
        await changed()
      }}
    >
      <p>{t.turnOffMore}</p>
      {proof.field}
    </Form>
  )
}
