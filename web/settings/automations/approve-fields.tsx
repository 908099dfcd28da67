import { maxStepTextLength } from '../../../src/features/automations/automations/limits.ts'
import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { a } from '../../texts/automations.ts'
import { AnswererFields, People } from './answerer-fields.tsx'
import { DeadlineField } from './deadline-field.tsx'
import type { TriggerKind } from './drafts.ts'
import { Field } from './field.tsx'
import { type ApproveStep, noChannel } from './steps.ts'
import { TopicFields } from './topic-fields.tsx'

interface Props {
  readonly step: ApproveStep
  change(step: ApproveStep): void
}

interface PlaceProps extends Props {
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
}

/** Who is asked, and where. */
export function ApproveFields({ step, scope, trigger, change }: PlaceProps) {
  const { is_direct, stream_id, user_ids, group_id } = step
  const place = is_direct ? 'direct' : stream_id === null ? 'start' : 'topic'
  const places = [
    ...(causeParts(trigger).topic ? (['start'] as const) : []),
    'topic' as const,
    ...(scope === null ? (['direct'] as const) : []),
  ]
  const changePlace = (to: string) =>
    change({
      ...step,
      is_direct: to === 'direct',
      stream_id: to === 'topic' ? (scope ?? noChannel) : null,
      ...(to === 'direct' ? { user_ids: user_ids ?? [], group_id: null } : {}),
    })
  return (
    <>
      <Field label={a.askIn}>
        {(attributes) => (
          <select {...attributes} value={place} onChange={({ currentTarget }) => changePlace(currentTarget.value)}>
            {places.map((each) => (
              <option key={each} value={each}>
                {a.askPlaces[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {stream_id !== null && (
        <TopicFields
          channelId={stream_id}
          topic={step.topic}
          scope={scope}
          change={(changes) => change({ ...step, ...changes })}
        />
      )}
      {is_direct && user_ids !== null && (
        <People label={a.approvers} chosen={user_ids} choose={(ids) => change({ ...step, user_ids: ids })} />
      )}
      {!is_direct && (
        <AnswererFields
          label={a.approvers}
          help={a.anyoneHelp}
          answerers={{ user_ids, group_id }}
          change={(answerers) => change({ ...step, ...answerers })}
        />
      )}
    </>
  )
}

/** What happens without an approval. */
export function DeclineFields({ step, change }: Props) {
  const { deadline_minutes, declined_text } = step
  return (
    <>
      <Field label={a.declinedText}>
        {(attributes) => (
          <textarea
            {...attributes}
            dir="auto"
            rows={2}
            maxLength={maxStepTextLength}
            value={declined_text}
            onInput={({ currentTarget }) => change({ ...step, declined_text: currentTarget.value })}
          />
        )}
      </Field>
      <DeadlineField minutes={deadline_minutes} change={(minutes) => change({ ...step, deadline_minutes: minutes })} />
    </>
  )
}
