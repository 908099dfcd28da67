import { maxAskedMembers } from '../../../src/features/automations/automations/limits.ts'
import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import { canHaveMembers } from '../../permissions/holders.ts'
import { canInGroup } from '../../permissions/rights.ts'
import { a } from '../../texts/automations.ts'
import { AnswererFields } from './answerer-fields.tsx'
import type { TriggerKind } from './drafts.ts'
import { Field } from './field.tsx'
import { GroupField } from './group-field.tsx'
import { type AskStep, noChannel, noGroup } from './steps.ts'
import { TopicFields } from './topic-fields.tsx'

interface Props {
  readonly step: AskStep
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  change(step: AskStep): void
}

/** Who is asked, and where. */
export function AskFields({ step, scope, trigger, change }: Props) {
  const { to, stream_id, group_id, user_ids } = step
  const { person, topic } = causeParts(trigger)
  const place = to === 'topic' && stream_id === null ? 'start' : to
  const places = [
    ...(person ? (['person'] as const) : []),
    ...(topic ? (['start'] as const) : []),
    'topic' as const,
    ...(scope === null ? (['group'] as const) : []),
  ]
  const changePlace = (next: string) =>
    change({
      ...step,
      to: next === 'person' || next === 'group' ? next : 'topic',
      stream_id: next === 'topic' ? (scope ?? noChannel) : null,
      user_ids: null,
      group_id: next === 'group' ? noGroup : null,
    })
  return (
    <>
      <Field label={a.askTarget} {...(to === 'group' ? { help: a.askGroupHelp(maxAskedMembers) } : {})}>
        {(attributes) => (
          <select {...attributes} value={place} onChange={({ currentTarget }) => changePlace(currentTarget.value)}>
            {places.map((each) => (
              <option key={each} value={each}>
                {a.askTargets[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {to === 'topic' && stream_id !== null && (
        <TopicFields
          channelId={stream_id}
          topic={step.topic}
          scope={scope}
          change={(changes) => change({ ...step, ...changes })}
        />
      )}
      {to === 'topic' && (
        <AnswererFields
          label={a.answerers}
          answerers={{ user_ids, group_id }}
          change={(answerers) => change({ ...step, ...answerers })}
        />
      )}
      {to === 'group' && group_id !== null && (
        <GroupField
          chosen={group_id}
          isOffered={(group) => canHaveMembers(group) && canInGroup('mention', group)}
          choose={(id) => change({ ...step, group_id: id })}
        />
      )}
    </>
  )
}
