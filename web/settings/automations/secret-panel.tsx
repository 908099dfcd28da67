import '../integrations/integrations.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { copy } from '../../parts/clipboard.ts'
import { hidden, SecretLine } from '../integrations/secret-line.tsx'

interface Props {
  readonly help: string
  readonly label: string
  readonly missing: string
  readonly renewLabel: string
  readonly renewHelp: string
  /** Null if it has to be renewed. */
  load(): Promise<string | null>
  renew(): Promise<string | null>
  readonly children?: ComponentChildren
}

/** A secret of an automation. Hidden until the user asks, but it can be copied. */
export function SecretPanel({ help, label, missing, renewLabel, renewHelp, load, renew, children }: Props) {
  const secret = useSignal<string | undefined>(undefined)
  const isShown = useSignal(false)
  const isMissing = useSignal(false)
  const actions = useActions()
  const keep = (answer: string | null): string => {
    secret.value = answer ?? undefined
    isMissing.value = answer === null
    return answer ?? ''
  }
  const loaded = async () => secret.peek() ?? keep(await load())
  const toggle = () =>
    actions.run('show', async () => {
      if ((await loaded()) !== '') isShown.value = !isShown.peek()
    })
  return (
    <div class="dialog-body">
      <p>{help}</p>
      <SecretLine
        label={label}
        text={isShown.value && secret.value !== undefined ? secret.value : hidden}
        isShown={isShown.value}
        copy={() =>
          actions.run('copy', async () => {
            const text = await loaded()
            if (text !== '') await copy(text)
          })
        }
        toggle={toggle}
      />
      {isMissing.value && <p class="soft small">{missing}</p>}
      <div class="record-buttons">
        <button
          type="button"
          class="button"
          disabled={actions.isBusy('renew')}
          onClick={() =>
            actions.run('renew', async () => {
              keep(await renew())
              isShown.value = true
            })
          }
        >
          {renewLabel}
        </button>
      </div>
      <p class="soft small">{renewHelp}</p>
      <Refusal text={actions.problem('copy') || actions.problem('show') || actions.problem('renew')} />
      {children}
    </div>
  )
}
