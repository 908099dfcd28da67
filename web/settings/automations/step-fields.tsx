import { maxStepTextLength, maxWaitMinutes } from '../../../src/features/automations/automations/limits.ts'
import { stepPlaceholders } from '../../../src/features/automations/automations/steps/form-rules.ts'
import { causeParts, placeholdersOf } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { a } from '../../texts/automations.ts'
import { locale } from '../../texts/locale.ts'
import { spanText } from '../../texts/span.ts'
import { People } from './answerer-fields.tsx'
import { ApproveFields, DeclineFields } from './approve-fields.tsx'
import { AskFields } from './ask-fields.tsx'
import { CallFields } from './call-fields.tsx'
import { DeadlineField } from './deadline-field.tsx'
import type { TriggerKind } from './drafts.ts'
import { DurationField } from './duration-field.tsx'
import { EmojiField } from './emoji-field.tsx'
import { Field } from './field.tsx'
import { FormEditor } from './form-editor.tsx'
import { ChannelMembership, GroupMembership } from './membership-fields.tsx'
import { MoveFields } from './move-fields.tsx'
import { RemindFields } from './remind-fields.tsx'
import { choiceOf, choicesFor, newStep, type Step, type StepChoice, textOf } from './steps.ts'
import { StopFields } from './stop-fields.tsx'
import { TopicFields } from './topic-fields.tsx'

const placeholders = new Intl.ListFormat(locale, { type: 'unit' })

function textHelp(trigger: TriggerKind, earlier: readonly Step[]): string {
  const added = stepPlaceholders(earlier)
  const available = placeholdersOf(trigger, added)
  if (trigger === 'webhook' && added.every((name) => name === 'approver')) return a.webhookTextHelp
  if (available.length === 1) return a.textHelp
  const names = placeholders.format(available)
  return causeParts(trigger).message ? a.causeHelp(names) : a.placeholders(names)
}

interface Props {
  readonly step: Step
  readonly number: number
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  readonly earlier: readonly Step[]
  change(step: Step): void
  /** Absent for the only step. */
  readonly remove: (() => void) | undefined
}

export function StepFields({ step, number, scope, trigger, earlier, change, remove }: Props) {
  const choices = choicesFor(scope, trigger)
  return (
    <fieldset class="automation-step">
      <legend>{a.step(number)}</legend>
      {(choices.length > 1 || remove) && (
        <div class="automation-line">
          <select
            class="grows"
            aria-label={a.step(number)}
            value={choiceOf(step)}
            onChange={({ currentTarget: { value } }) =>
              change(newStep(value as StepChoice, scope, textOf(step), trigger))
            }
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {a.kinds[choice]}
              </option>
            ))}
          </select>
          {remove && (
            <IconButton label={a.removeStep(number)} run={remove}>
              <Icon name="trash" />
            </IconButton>
          )}
        </div>
      )}
      <Target step={step} scope={scope} trigger={trigger} change={change} />
      {'text' in step && (
        <Field label={step.kind === 'call' ? a.callText : a.text} help={textHelp(trigger, earlier)}>
          {(attributes) => (
            <textarea
              {...attributes}
              dir="auto"
              rows={3}
              maxLength={maxStepTextLength}
              value={step.text}
              onInput={({ currentTarget }) => change({ ...step, text: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {step.kind === 'approve' && <DeclineFields step={step} change={change} />}
      {step.kind === 'ask' && (
        <>
          <FormEditor
            fields={step.fields}
            earlier={earlier}
            hasPlaceholders={step.to !== 'group'}
            change={(fields) => change({ ...step, fields: [...fields] })}
          />
          <DeadlineField
            minutes={step.deadline_minutes}
            change={(deadline_minutes) => change({ ...step, deadline_minutes })}
          />
        </>
      )}
    </fieldset>
  )
}

function Target({ step, scope, trigger, change }: Pick<Props, 'step' | 'scope' | 'trigger' | 'change'>) {
  if (step.kind === 'react')
    return (
      <EmojiField
        label={a.emoji}
        emoji={step}
        choose={({ emoji_name, emoji_code, reaction_type }) =>
          change({ ...step, emoji_name, emoji_code, reaction_type })
        }
      />
    )
  if (step.kind === 'direct_message') {
    if (step.user_ids === null) return null
    return <People label={a.people} chosen={step.user_ids} choose={(ids) => change({ ...step, user_ids: ids })} />
  }
  if (step.kind === 'add_to_channel' || step.kind === 'remove_from_channel')
    return <ChannelMembership step={step} change={change} />
  if (step.kind === 'add_to_group' || step.kind === 'remove_from_group')
    return <GroupMembership step={step} change={change} />
  if (step.kind === 'approve') return <ApproveFields step={step} scope={scope} trigger={trigger} change={change} />
  if (step.kind === 'ask') return <AskFields step={step} scope={scope} trigger={trigger} change={change} />
  if (step.kind === 'stop_unless') return <StopFields step={step} scope={scope} trigger={trigger} change={change} />
  if (step.kind === 'move') return <MoveFields step={step} scope={scope} change={change} />
  if (step.kind === 'remind') return <RemindFields step={step} scope={scope} trigger={trigger} change={change} />
  if (step.kind === 'call') return <CallFields step={step} change={change} />
  if (step.kind === 'wait')
    return (
      <DurationField
        label={a.duration}
        help={a.waitHelp(spanText(maxWaitMinutes * 60))}
        minutes={step.minutes}
        change={(minutes) => change({ ...step, minutes })}
      />
    )
  if (step.kind === 'resolve' || step.stream_id === null) return null
  return (
    <TopicFields
      channelId={step.stream_id}
      topic={step.topic}
      scope={scope}
      change={(changes) => change({ ...step, ...changes })}
    />
  )
}
