import { type ChannelId, invalidArgument } from '#contract'
import type { Mutation } from '#platform/organization'
import { conditionKindsOf } from '../conditions/condition-rules.ts'
import type { Condition, ConditionKind } from '../conditions/input.ts'
import { stepPlaceholders } from '../steps/form-rules.ts'
import type { Step } from '../steps/input.ts'
import { placeholdersOf } from '../triggers/cause-rules.ts'
import type { Trigger } from '../triggers/input.ts'
import { activeGroup } from './active-group.ts'
import { readableChannel } from './readable-channel.ts'

/** Throws unless the trigger can have these conditions, and the viewer can see the groups and channels they name. */
export function checkConditions(
  mutation: Mutation,
  conditions: readonly Condition[],
  trigger: Trigger['kind'],
  channelId: ChannelId | null,
): void {
  const kinds = conditionKindsOf(trigger, channelId)
  for (const [index, condition] of conditions.entries())
    checkCondition(mutation, condition, kinds, `conditions[${index}]`)
}

const path = /\.PATH\}$/

/** Throws if the step compares a placeholder that has no value there. */
export function checkFields(steps: readonly Step[], trigger: Trigger['kind']): void {
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'stop_unless' || step.condition.kind !== 'field') continue
    const { field } = step.condition
    const available = placeholdersOf(trigger, stepPlaceholders(steps.slice(0, index)))
    const isAvailable = available.some((name) =>
      path.test(name) ? field.startsWith(name.slice(1).replace(path, '.')) : name === `{${field}}`,
    )
    if (!isAvailable)
      throw invalidArgument({}, { name: `steps[${index}].condition.field`, reason: 'has no value at this step' })
  }
}

/** `at` is the parameter named in errors. */
export function checkCondition(
  mutation: Mutation,
  condition: Condition,
  kinds: readonly ConditionKind[],
  at: string,
): void {
  const refused = (field: string, reason: string) => invalidArgument({}, { name: `${at}.${field}`, reason })
  if (!kinds.includes(condition.kind)) throw refused('kind', "can't be used with this trigger")
  if (condition.kind === 'channel')
    readableChannel(mutation, condition.stream_id, (reason) => refused('stream_id', reason))
  if (condition.kind === 'group') activeGroup(mutation, condition.group_id, (reason) => refused('group_id', reason))
}
