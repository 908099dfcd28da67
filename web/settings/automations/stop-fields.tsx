import { a } from '../../texts/automations.ts'
import { ConditionDetails, ConditionSelect } from './condition-fields.tsx'
import { stopChoicesFor } from './conditions.ts'
import type { TriggerKind } from './drafts.ts'
import type { Step } from './steps.ts'

interface Props {
  readonly step: Extract<Step, { kind: 'stop_unless' }>
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  change(step: Step): void
}

export function StopFields({ step, scope, trigger, change }: Props) {
  const { condition } = step
  const changeCondition = (changed: typeof condition) => change({ ...step, condition: changed })
  return (
    <>
      <ConditionSelect
        label={a.kinds.stop_unless}
        condition={condition}
        choices={stopChoicesFor(scope, trigger)}
        change={changeCondition}
      />
      <ConditionDetails condition={condition} change={changeCondition} />
      <p class="soft small">{a.stopHelp}</p>
    </>
  )
}
