import { maxStepTextLength } from '../../../src/features/automations/automations/limits.ts'
import { causeParts, placeholdersOf } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { person } from '../../store/people.ts'
import { a } from '../../texts/automations.ts'
import { locale } from '../../texts/locale.ts'
import { ChannelField } from './channel-field.tsx'
import type { TriggerKind } from './drafts.ts'
import { EmojiField } from './emoji-field.tsx'
import { Field } from './field.tsx'
import { choiceOf, choicesFor, newStep, type Step, type StepChoice, textOf } from './steps.ts'
import { TextInput } from './text-input.tsx'

const placeholders = new Intl.ListFormat(locale, { type: 'unit' })

function textHelp(trigger: TriggerKind): string {
  if (trigger === 'schedule') return a.textHelp
  const names = placeholders.format(placeholdersOf(trigger))
  return causeParts(trigger).message ? a.causeHelp(names) : a.placeholders(names)
}

interface Props {
  readonly step: Step
  readonly number: number
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  change(step: Step): void
  /** Absent for the only step. */
  readonly remove: (() => void) | undefined
}

export function StepFields({ step, number, scope, trigger, change, remove }: Props) {
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
            onChange={({ currentTarget: { value } }) => change(newStep(value as StepChoice, scope, textOf(step)))}
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
      <Target step={step} scope={scope} change={change} />
      {'text' in step && (
        <Field label={a.text} help={textHelp(trigger)}>
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
    </fieldset>
  )
}

function Target({ step, scope, change }: Pick<Props, 'step' | 'scope' | 'change'>) {
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
    const chosen = step.user_ids
    return (
      <PeopleField
        label={a.people}
        chosen={{
          get value() {
            return chosen
          },
          set value(ids) {
            change({ ...step, user_ids: [...ids] })
          },
        }}
        isOffered={(id) => person(id)?.is_active === true}
      />
    )
  }
  if (step.kind === 'resolve' || step.stream_id === null) return null
  return (
    <div class="automation-line">
      {scope === null && (
        <ChannelField label={a.channel} chosen={step.stream_id} choose={(id) => change({ ...step, stream_id: id })} />
      )}
      <TextInput
        label={a.topic}
        grows
        maxLength={maxTopicLength}
        value={step.topic}
        change={(topic) => change({ ...step, topic })}
      />
    </div>
  )
}
