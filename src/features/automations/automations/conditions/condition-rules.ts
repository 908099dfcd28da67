import { causeParts } from '../triggers/cause-rules.ts'
import type { Trigger } from '../triggers/input.ts'
import type { ConditionKind } from './input.ts'

/** Conditions that a trigger can have; `channelId` is null for organization-wide automations. */
export function conditionKindsOf(trigger: Trigger['kind'], channelId: number | null): readonly ConditionKind[] {
  const { person, message, topic } = causeParts(trigger)
  return [
    ...(person ? (['group'] as const) : []),
    ...(message ? (['words'] as const) : []),
    // other triggers with a channel name it themselves
    ...(topic && channelId === null ? (['channel'] as const) : []),
    ...(topic ? (['topic', 'topic_resolved'] as const) : []),
    ...(person ? (['hours', 'first_time'] as const) : []),
  ]
}

/** Conditions that the step `stop_unless` can have; what's remembered about a person is only known when a run starts. */
export const stopConditionKindsOf = (trigger: Trigger['kind'], channelId: number | null): readonly ConditionKind[] => [
  ...conditionKindsOf(trigger, channelId).filter((kind) => kind !== 'first_time' && kind !== 'hours'),
  'hours',
  'field',
]
