import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { createAutomation, updateAutomation } from '../../../src/features/automations/automations/api.ts'
import { maxRunsPerHour, maxSteps } from '../../../src/features/automations/automations/limits.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { maxUserNameLength } from '../../../src/features/people/users/input.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { confirmDiscard } from '../../parts/discard-dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { automatedChannels, canAutomateOrganization } from '../../permissions/automation-rights.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { isComplete } from './complete.ts'
import { ConditionFields } from './condition-fields.tsx'
import { adapted, type Draft, newAutomation } from './drafts.ts'
import { Field } from './field.tsx'
import { RunLimitField } from './run-limit-field.tsx'
import { StepFields } from './step-fields.tsx'
import { newPost, type Step } from './steps.ts'
import { openTest, openTestOfNew } from './test-dialog.tsx'
import { TextInput } from './text-input.tsx'
import { TriggerFields } from './trigger-fields.tsx'

export const openNewAutomation = (draft: Draft): void =>
  openEditor(a.new, {
    draft,
    test: openTestOfNew,
    save: (edited) => api.call(createAutomation, newAutomation(edited)),
  })

export const openAutomation = (automation: Automation): void =>
  openEditor(a.editOf(automation.name), {
    draft: automation,
    isExisting: true,
    test: (draft) => openTest(automation.automation_id, draft, unsaved(automation, draft)),
    save: ({ name, trigger, conditions, steps, max_runs_per_hour }) =>
      api.call(updateAutomation, {
        automation_id: automation.automation_id,
        expected_revision: automation.revision,
        ...{ name, trigger, conditions: [...conditions], steps: [...steps] },
        ...(max_runs_per_hour === automation.max_runs_per_hour ? {} : { max_runs_per_hour }),
      }),
  })

interface Editor {
  readonly draft: Draft
  readonly isExisting?: boolean
  test(draft: Draft): void
  save(draft: Draft): Promise<unknown>
}

/** Asks before it discards changes. */
function openEditor(title: string, editor: Editor): void {
  let isChanged = false
  const canClose = async () => !isChanged || (await confirmDiscard())
  void openDialog({ title, class: 'wide-dialog automation-dialog', canClose }, (close) => (
    <AutomationForm {...editor} close={close} setChanged={(value) => (isChanged = value)} />
  ))
}

/** Only changes are sent, because testing them needs the permission to save them. */
function unsaved(saved: Draft, { trigger, conditions, steps }: Draft) {
  const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  return {
    ...(differs(saved.trigger, trigger) ? { trigger } : {}),
    ...(differs(saved.conditions, conditions) ? { conditions: [...conditions] } : {}),
    ...(differs(saved.steps, steps) ? { steps: [...steps] } : {}),
  }
}

interface Props extends Editor {
  close(): void
  /** Called with whether the automation differs from the given one. */
  setChanged(isChanged: boolean): void
}

function AutomationForm({ draft: given, isExisting, test, close, save, setChanged }: Props) {
  const { current: draft } = useRef<Draft>({
    name: given.name,
    stream_id: given.stream_id,
    trigger: given.trigger,
    conditions: given.conditions,
    steps: given.steps,
    max_runs_per_hour: given.max_runs_per_hour ?? maxRunsPerHour.automation,
  })
  const edited = useSignal(draft)
  const first = useFirstFocus<HTMLInputElement>()
  const { name, stream_id, trigger, conditions, steps } = edited.value
  const change = (changes: Partial<Draft>) => {
    edited.value = adapted({ ...edited.peek(), ...changes })
    setChanged(JSON.stringify(edited.value) !== JSON.stringify(draft))
  }
  const changeStep = (index: number, step: Step) =>
    change({ steps: steps.map((current, at) => (at === index ? step : current)) })
  return (
    <Form
      submit={isExisting ? a.save : a.create}
      isDisabled={!isComplete(edited.value)}
      more={
        <button
          type="button"
          class="button automation-test-button"
          disabled={!isComplete(edited.value)}
          onClick={() => test(edited.peek())}
        >
          {a.test}
        </button>
      }
      close={close}
      run={async () => {
        await save({ ...edited.peek(), name: name.trim() })
        setChanged(false)
      }}
    >
      <TextInput
        label={a.name}
        help={a.nameHelp}
        input={first}
        maxLength={maxUserNameLength}
        value={name}
        change={(value) => change({ name: value })}
      />
      {!isExisting && <ScopeField scope={stream_id} change={change} />}
      <TriggerFields trigger={trigger} scope={stream_id} change={(changed) => change({ trigger: changed })} />
      <ConditionFields
        conditions={conditions}
        scope={stream_id}
        trigger={trigger.kind}
        change={(changed) => change({ conditions: changed })}
      />
      <fieldset class="automation-part">
        <legend>{a.do}</legend>
        {steps.map((step, index) => (
          <StepFields
            key={index}
            step={step}
            number={index + 1}
            scope={stream_id}
            trigger={trigger.kind}
            earlier={steps.slice(0, index)}
            change={(changed) => changeStep(index, changed)}
            remove={steps.length > 1 ? () => change({ steps: steps.filter((_, at) => at !== index) }) : undefined}
          />
        ))}
        <button
          type="button"
          class="button"
          disabled={steps.length >= maxSteps}
          onClick={() => change({ steps: [...steps, newPost(stream_id)] })}
        >
          {a.addStep}
        </button>
      </fieldset>
      {trigger.kind !== 'schedule' && (
        <RunLimitField
          limit={edited.value.max_runs_per_hour}
          change={(max_runs_per_hour) => change({ max_runs_per_hour })}
        />
      )}
    </Form>
  )
}

interface ScopeProps {
  readonly scope: number | null
  change(changes: Partial<Draft>): void
}

function ScopeField({ scope, change }: ScopeProps) {
  const channels = automatedChannels().sort((channel, other) => nameOrder.compare(channel.name, other.name))
  return (
    <Field label={a.scope} help={a.scopeHelp}>
      {(attributes) => (
        <select
          {...attributes}
          value={scope ?? ''}
          onChange={({ currentTarget: { value } }) => change({ stream_id: value === '' ? null : Number(value) })}
        >
          {canAutomateOrganization() && <option value="">{a.organization}</option>}
          {channels.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              #{name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
