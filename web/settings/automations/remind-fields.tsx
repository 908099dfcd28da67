import { maxReminders, maxWaitMinutes } from '../../../src/features/automations/automations/limits.ts'
import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { a } from '../../texts/automations.ts'
import { spanText } from '../../texts/span.ts'
import type { TriggerKind } from './drafts.ts'
import { DurationField } from './duration-field.tsx'
import { Field } from './field.tsx'
import { noChannel, type Step } from './steps.ts'
import { TopicFields } from './topic-fields.tsx'

interface Props {
  readonly step: Extract<Step, { kind: 'remind' }>
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  change(step: Step): void
}

/** When and where the reminder is posted. */
export function RemindFields({ step, scope, trigger, change }: Props) {
  const { minutes, repeats, stream_id, topic } = step
  const longest = spanText(maxWaitMinutes * 60)
  return (
    <>
      <DurationField
        label={a.after}
        help={a.waitHelp(longest)}
        minutes={minutes}
        change={(changed) => change({ ...step, minutes: changed })}
      />
      <label class="automation-check">
        <input
          type="checkbox"
          checked={repeats}
          onChange={({ currentTarget }) => change({ ...step, repeats: currentTarget.checked })}
        />
        {a.repeatsReminder}
      </label>
      {repeats && <span class="soft small">{a.repeatsHelp(maxReminders, longest)}</span>}
      {causeParts(trigger).topic && (
        <Field label={a.postIn}>
          {(attributes) => (
            <select
              {...attributes}
              value={stream_id === null ? 'start' : 'topic'}
              onChange={({ currentTarget: { value } }) =>
                change({ ...step, stream_id: value === 'start' ? null : (scope ?? noChannel) })
              }
            >
              <option value="start">{a.askPlaces.start}</option>
              <option value="topic">{a.askPlaces.topic}</option>
            </select>
          )}
        </Field>
      )}
      {stream_id !== null && (
        <TopicFields
          channelId={stream_id}
          topic={topic}
          scope={scope}
          change={(changes) => change({ ...step, ...changes })}
        />
      )}
    </>
  )
}
