import {
  conditionKindsOf,
  stopConditionKindsOf,
} from '../../../src/features/automations/automations/conditions/condition-rules.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { accountZone, zoneHere } from '../../store/time-zone.ts'
import type { TriggerKind } from './drafts.ts'
import { noChannel, noGroup } from './unchosen.ts'

export type Condition = Automation['conditions'][number]

/** Condition options in the form. */
export type ConditionChoice =
  | Exclude<Condition['kind'], 'group'>
  | 'other_field'
  | 'in_group'
  | 'not_in_group'
  | 'topic_begins_with'
  | 'topic_not_resolved'

export function conditionChoiceOf(condition: Condition): ConditionChoice {
  if (condition.kind === 'group') return condition.is_member ? 'in_group' : 'not_in_group'
  if (condition.kind === 'field') return condition.is_equal ? 'field' : 'other_field'
  if (condition.kind === 'topic_resolved') return condition.is_resolved ? 'topic_resolved' : 'topic_not_resolved'
  return condition.kind === 'topic' && condition.topic_match === 'begins_with' ? 'topic_begins_with' : condition.kind
}

const choicesOf = (kind: Condition['kind']): readonly ConditionChoice[] => {
  if (kind === 'group') return ['in_group', 'not_in_group']
  if (kind === 'field') return ['field', 'other_field']
  if (kind === 'topic_resolved') return ['topic_resolved', 'topic_not_resolved']
  return kind === 'topic' ? ['topic', 'topic_begins_with'] : [kind]
}

export const conditionChoicesFor = (scope: number | null, trigger: TriggerKind): readonly ConditionChoice[] =>
  conditionKindsOf(trigger, scope).flatMap(choicesOf)

/** For the step that stops the run. */
export const stopChoicesFor = (scope: number | null, trigger: TriggerKind): readonly ConditionChoice[] =>
  stopConditionKindsOf(trigger, scope).flatMap(choicesOf)

const workdays = [1, 2, 3, 4, 5]

/** Keeps what the previous condition has in common. */
export function newCondition(choice: ConditionChoice, previous?: Condition): Condition {
  switch (choice) {
    case 'in_group':
    case 'not_in_group':
      return {
        kind: 'group',
        group_id: previous?.kind === 'group' ? previous.group_id : noGroup,
        is_member: choice === 'in_group',
      }
    case 'topic':
    case 'topic_begins_with':
      return {
        kind: 'topic',
        topic: previous?.kind === 'topic' ? previous.topic : '',
        topic_match: choice === 'topic' ? 'is' : 'begins_with',
      }
    case 'topic_resolved':
    case 'topic_not_resolved':
      return { kind: 'topic_resolved', is_resolved: choice === 'topic_resolved' }
    case 'words':
      return { kind: 'words', words: [] }
    case 'channel':
      return { kind: 'channel', stream_id: noChannel }
    case 'hours':
      return {
        ...{ kind: 'hours', weekdays: workdays, from: '09:00', to: '17:00' },
        timezone: accountZone.value || zoneHere,
      }
    case 'field':
    case 'other_field':
      return {
        ...{ kind: 'field', field: '', value: '' },
        ...(previous?.kind === 'field' ? previous : {}),
        is_equal: choice === 'field',
      }
    case 'first_time':
      return { kind: 'first_time' }
  }
}
