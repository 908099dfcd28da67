import { maxStepTextLength } from '../../../src/features/automations/automations/limits.ts'
import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { person } from '../../store/people.ts'
import { a } from '../../texts/automations.ts'
import { ChannelField } from './channel-field.tsx'
import { newPost, type Step, type StepKind } from './drafts.ts'
import { Field } from './field.tsx'

const kinds: readonly StepKind[] = ['post', 'direct_message']

interface Props {
  readonly step: Step
  readonly number: number
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  change(step: Step): void
  /** Absent for the only step. */
  readonly remove: (() => void) | undefined
}

export function StepFields({ step, number, scope, change, remove }: Props) {
  return (
    <fieldset class="automation-step">
      <legend>{a.step(number)}</legend>
      {scope === null && (
        <div class="automation-line">
          <select
            class="grows"
            aria-label={a.step(number)}
            value={step.kind}
            onChange={({ currentTarget }) =>
              change(
                currentTarget.value === 'post'
                  ? newPost(null, { text: step.text })
                  : { kind: 'direct_message', user_ids: [], text: step.text },
              )
            }
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {a.kinds[kind]}
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
      {step.kind === 'post' ? (
        <div class="automation-line">
          {scope === null && (
            <ChannelField
              label={a.channel}
              chosen={step.stream_id}
              choose={(id) => change({ ...step, stream_id: id })}
            />
          )}
          <Field label={a.topic} grows>
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                dir="auto"
                autocomplete="off"
                maxLength={maxTopicLength}
                value={step.topic}
                onInput={({ currentTarget }) => change({ ...step, topic: currentTarget.value })}
              />
            )}
          </Field>
          {scope !== null && remove && (
            <IconButton label={a.removeStep(number)} run={remove}>
              <Icon name="trash" />
            </IconButton>
          )}
        </div>
      ) : (
        <PeopleField
          label={a.people}
          chosen={{
            get value() {
              return step.user_ids
            },
            set value(ids) {
              change({ ...step, user_ids: [...ids] })
            },
          }}
          isOffered={(id) => person(id)?.is_active === true}
        />
      )}
      <Field label={a.text} help={a.textHelp}>
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
    </fieldset>
  )
}
