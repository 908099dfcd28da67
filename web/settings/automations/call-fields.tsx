import { botLimits } from '../../../src/features/people/users/bot-wire.ts'
import { a } from '../../texts/automations.ts'
import type { Step } from './steps.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly step: Extract<Step, { kind: 'call' }>
  change(step: Step): void
}

export const CallFields = ({ step, change }: Props) => (
  <TextInput
    label={a.url}
    help={a.urlHelp}
    isCode
    maxLength={botLimits.url}
    value={step.url}
    change={(url) => change({ ...step, url })}
  />
)
