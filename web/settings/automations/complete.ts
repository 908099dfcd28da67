import {
  maxStepRecipients,
  maxTriggerWordLength,
  maxTriggerWords,
  maxWaitMinutes,
} from '../../../src/features/automations/automations/limits.ts'
import { isFreeCommand } from './command-fields.tsx'
import type { Condition } from './conditions.ts'
import type { Draft, Trigger } from './drafts.ts'
import { areFieldsComplete } from './form-fields.ts'
import { isRunLimit } from './run-limit-field.tsx'
import { type ApproveStep, type AskStep, noChannel, noGroup, type Step } from './steps.ts'

const isWait = (minutes: number): boolean => minutes > 0 && minutes <= maxWaitMinutes

const isRequestComplete = ({ stream_id, user_ids, group_id, deadline_minutes }: ApproveStep | AskStep): boolean =>
  stream_id !== noChannel &&
  (user_ids === null || (user_ids.length > 0 && user_ids.length <= maxStepRecipients)) &&
  group_id !== noGroup &&
  (deadline_minutes === null || isWait(deadline_minutes))

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

function isStepComplete(step: Step): boolean {
  if (step.kind === 'wait') return isWait(step.minutes)
  if (step.kind === 'stop_unless') return isConditionComplete(step.condition)
  if (step.kind === 'move')
    return step.stream_id !== noChannel && (step.stream_id !== null || (step.topic ?? '').trim() !== '')
  if (step.kind === 'call') return isWebAddress(step.url.trim())
  if (step.kind === 'remind' && !isWait(step.minutes)) return false
  if ('text' in step && step.text.trim() === '') return false
  if (step.kind === 'approve') return isRequestComplete(step)
  if (step.kind === 'ask') return isRequestComplete(step) && areFieldsComplete(step.fields)
  if ('group_id' in step) return step.group_id !== noGroup
  if ('stream_id' in step) return step.stream_id !== noChannel
  return step.kind !== 'direct_message' || step.user_ids === null || step.user_ids.length > 0
}

const areWordsShort = (words: readonly string[]): boolean =>
  words.length <= maxTriggerWords && words.every((word) => word.length <= maxTriggerWordLength)

function isConditionComplete(condition: Condition): boolean {
  switch (condition.kind) {
    case 'group':
      return condition.group_id !== noGroup
    case 'words':
      return condition.words.length > 0 && areWordsShort(condition.words)
    case 'field':
      return condition.field.trim() !== ''
    case 'channel':
      return condition.stream_id !== noChannel
    case 'hours':
      return condition.weekdays.length > 0 && condition.from !== '' && condition.to !== ''
    default:
      return true
  }
}

function isTriggerComplete(trigger: Trigger): boolean {
  if ('group_id' in trigger) return trigger.group_id !== noGroup
  if (trigger.kind === 'manual') return isFreeCommand(trigger.command)
  if (trigger.kind === 'joined_channel') return trigger.stream_id !== noChannel
  if (trigger.kind === 'message') return areWordsShort(trigger.words)
  if (trigger.kind !== 'schedule') return true
  return trigger.time !== '' && (trigger.repeat !== 'weekly' || trigger.weekdays.length > 0)
}

export const isComplete = ({ name, trigger, conditions, steps, max_runs_per_hour }: Draft): boolean =>
  name.trim() !== '' &&
  (max_runs_per_hour === undefined || isRunLimit(max_runs_per_hour)) &&
  isTriggerComplete(trigger) &&
  conditions.every(isConditionComplete) &&
  steps.length > 0 &&
  steps.every(isStepComplete)
