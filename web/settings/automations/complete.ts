import { isBuiltInCommand, isCommandName } from '../../../src/features/automations/automations/command-rules.ts'
import { maxTriggerWordLength, maxTriggerWords } from '../../../src/features/automations/automations/limits.ts'
import type { Draft, Trigger } from './drafts.ts'
import { noChannel, type Step } from './steps.ts'

function isStepComplete(step: Step): boolean {
  if (step.kind === 'react' || step.kind === 'resolve') return true
  if (step.text.trim() === '') return false
  return step.kind === 'post' ? step.stream_id !== noChannel : step.user_ids === null || step.user_ids.length > 0
}

function isTriggerComplete(trigger: Trigger): boolean {
  if (trigger.kind === 'reaction' || trigger.kind === 'topic_resolved') return true
  if (trigger.kind === 'manual') return isCommandName(trigger.command) && !isBuiltInCommand(trigger.command)
  if (trigger.kind === 'joined_channel') return trigger.stream_id !== noChannel
  if (trigger.kind === 'message')
    return trigger.words.length <= maxTriggerWords && trigger.words.every((word) => word.length <= maxTriggerWordLength)
  return trigger.time !== '' && (trigger.repeat !== 'weekly' || trigger.weekdays.length > 0)
}

export const isComplete = ({ name, trigger, steps }: Draft): boolean =>
  name.trim() !== '' && isTriggerComplete(trigger) && steps.length > 0 && steps.every(isStepComplete)
