import { useSignal } from '@preact/signals'
import { createAutomation, updateAutomation } from '../../../src/features/automations/automations/api.ts'
import { maxSteps } from '../../../src/features/automations/automations/limits.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { maxUserNameLength } from '../../../src/features/people/users/input.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { automatedChannels, canAutomateOrganization } from '../../permissions/automation-rights.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { isComplete } from './complete.ts'
import { ConditionFields } from './condition-fields.tsx'
import { adapted, type Draft } from './drafts.ts'
import { Field } from './field.tsx'
import { StepFields } from './step-fields.tsx'
import { newPost, type Step } from './steps.ts'
import { openTest } from './test-dialog.tsx'
import { TextInput } from './text-input.tsx'
import { TriggerFields } from './trigger-fields.tsx'

export const openNewAutomation = (draft: Draft): void =>
  void openDialog({ title: a.new, class: 'wide-dialog automation-dialog' }, (close) => (
    <AutomationForm
      draft={draft}
      close={close}
      save={async ({ stream_id, ...rest }) => {
        await api.call(createAutomation, {
          ...rest,
          conditions: [...rest.conditions],
          steps: [...rest.steps],
          ...(stream_id === null ? {} : { stream_id }),
        })
      }}
    />
  ))

export const openAutomation = (automation: Automation): void =>
  void openDialog({ title: a.editOf(automation.name), class: 'wide-dialog automation-dialog' }, (close) => (
    <AutomationForm
      draft={automation}
      isExisting
      test={(draft) => openTest(automation.automation_id, draft, unsaved(automation, draft))}
      close={close}
      save={async ({ name, trigger, conditions, steps }) => {
        await api.call(updateAutomation, {
          automation_id: automation.automation_id,
          expected_revision: automation.revision,
          ...{ name, trigger, conditions: [...conditions], steps: [...steps] },
        })
      }}
    />
  ))

/** Only changes are sent, because testing them needs the permission to save them. */
function unsaved(saved: Draft, { trigger, conditions, steps }: Draft) {
  const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)
  return {
    ...(differs(saved.trigger, trigger) ? { trigger } : {}),
    ...(differs(saved.conditions, conditions) ? { conditions: [...conditions] } : {}),
    ...(differs(saved.steps, steps) ? { steps: [...steps] } : {}),
  }
}

interface Props {
  readonly draft: Draft
  readonly isExisting?: boolean
  /** Absent for new automations, which have no bot yet. */
  test?(draft: Draft): void
  close(): void
  save(draft: Draft): Promise<void>
}

function AutomationForm({ draft, isExisting, test, close, save }: Props) {
  const edited = useSignal<Draft>({
    name: draft.name,
    stream_id: draft.stream_id,
    trigger: draft.trigger,
    conditions: draft.conditions,
    steps: draft.steps,
  })
  const first = useFirstFocus<HTMLInputElement>()
  const { name, stream_id, trigger, conditions, steps } = edited.value
  const change = (changes: Partial<Draft>) => {
    edited.value = adapted({ ...edited.peek(), ...changes })
  }
  const changeStep = (index: number, step: Step) =>
    change({ steps: steps.map((current, at) => (at === index ? step : current)) })
  return (
    <Form
      submit={isExisting ? a.save : a.create}
      isDisabled={!isComplete(edited.value)}
      more={
        test && (
          <button
            type="button"
            class="button automation-test-button"
            disabled={!isComplete(edited.value)}
            onClick={() => test(edited.peek())}
          >
            {a.test}
          </button>
        )
      }
      close={close}
      run={() => save({ ...edited.peek(), name: name.trim() })}
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
