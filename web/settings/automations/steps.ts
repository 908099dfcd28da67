import { botTypes } from '#contract'
import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { botRuleOf } from '../../../src/features/people/users/rules.ts'
import { thumb } from '../../emoji/reacting.ts'
import { can } from '../../permissions/rights.ts'
import { a } from '../../texts/automations.ts'
import { conditionChoiceOf, newCondition, stopChoicesFor } from './conditions.ts'
import { noChannel, noGroup } from './unchosen.ts'

export { noChannel, noGroup }

export type Step = Automation['steps'][number]
export type ApproveStep = Extract<Step, { kind: 'approve' }>
export type AskStep = Extract<Step, { kind: 'ask' }>
type TriggerKind = Automation['trigger']['kind']

type MembershipChoice = 'add_to_channel' | 'remove_from_channel' | 'add_to_group' | 'remove_from_group'

/** Step options in the form. */
export type StepChoice =
  | 'post'
  | 'reply'
  | 'direct_message'
  | 'message_person'
  | 'react'
  | 'resolve'
  | 'wait'
  | 'approve'
  | 'ask'
  | 'stop_unless'
  | 'move'
  | 'remind'
  | 'call'
  | MembershipChoice

export const newPost = (stream_id: number | null, more: { topic?: string; text?: string } = {}): Step => ({
  ...{ kind: 'post', topic: '', text: '' },
  stream_id: stream_id ?? noChannel,
  ...more,
})

export const newApproval = (more: Partial<ApproveStep> = {}): ApproveStep => ({
  ...{ kind: 'approve', is_direct: false, stream_id: null, topic: '', text: '', declined_text: '' },
  ...{ user_ids: [], group_id: null, deadline_minutes: null },
  ...more,
})

export const newAsk = (more: Partial<AskStep> = {}): AskStep => ({
  ...{ kind: 'ask', to: 'person', stream_id: null, topic: '', user_ids: null, group_id: null, text: '' },
  fields: [{ name: 'answer', label: a.firstField, kind: 'text', options: [], required: true }],
  deadline_minutes: null,
  ...more,
})

export function choiceOf(step: Step): StepChoice {
  if (step.kind === 'post') return step.stream_id === null ? 'reply' : 'post'
  if (step.kind === 'direct_message') return step.user_ids === null ? 'message_person' : 'direct_message'
  return step.kind
}

/** `scope`: the automation's channel; null for the organization. */
export function choicesFor(scope: number | null, trigger: TriggerKind): readonly StepChoice[] {
  const anywhere: readonly StepChoice[] = scope === null ? ['post', 'direct_message'] : ['post']
  const { person, message, topic } = causeParts(trigger)
  return [
    ...anywhere,
    ...(topic ? (['reply'] as const) : []),
    ...(person ? (['message_person'] as const) : []),
    ...(message ? (['react', 'resolve', 'move'] as const) : []),
    ...(person && scope === null
      ? (['add_to_channel', 'remove_from_channel', 'add_to_group', 'remove_from_group'] as const)
      : []),
    'wait',
    'remind',
    'stop_unless',
    'approve',
    'ask',
    ...(can(botRuleOf(botTypes.generic)) ? (['call'] as const) : []),
  ]
}

export const textOf = (step: Step): string => ('text' in step ? step.text : '')

/** With a `trigger` that has a topic, reminders are posted there. */
export function newStep(choice: StepChoice, scope: number | null, text: string, trigger?: TriggerKind): Step {
  if (choice === 'react') return { kind: 'react', ...thumb }
  if (choice === 'resolve') return { kind: 'resolve' }
  if (choice === 'add_to_channel' || choice === 'remove_from_channel') return { kind: choice, stream_id: noChannel }
  if (choice === 'add_to_group' || choice === 'remove_from_group') return { kind: choice, group_id: noGroup }
  if (choice === 'approve') return newApproval({ text })
  if (choice === 'ask') return newAsk({ text })
  if (choice === 'stop_unless') return { kind: 'stop_unless', condition: newCondition('hours') }
  if (choice === 'move') return { kind: 'move', what: 'topic', stream_id: null, topic: '' }
  if (choice === 'remind') {
    const stream_id = trigger && causeParts(trigger).topic ? null : (scope ?? noChannel)
    return { kind: 'remind', minutes: 30, repeats: false, stream_id, topic: '', text }
  }
  if (choice === 'call') return { kind: 'call', url: '', text: '' }
  if (choice === 'wait') return { kind: 'wait', minutes: 60 }
  if (choice === 'post') return newPost(scope, { text })
  if (choice === 'reply') return { kind: 'post', stream_id: null, topic: '', text }
  return { kind: 'direct_message', user_ids: choice === 'message_person' ? null : [], text }
}

export function stepFor(step: Step, scope: number | null, trigger: TriggerKind): Step {
  if (step.kind === 'approve') return approvalFor(step, scope, trigger)
  if (step.kind === 'ask') return askFor(step, scope, trigger)
  if (step.kind === 'call') return step
  if (step.kind === 'stop_unless') {
    const choices = stopChoicesFor(scope, trigger)
    return choices.includes(conditionChoiceOf(step.condition)) ? step : newStep('stop_unless', scope, '')
  }
  if (step.kind === 'remind') {
    if (step.stream_id === null && causeParts(trigger).topic) return step
    return { ...step, stream_id: scope ?? step.stream_id ?? noChannel }
  }
  const choice = choiceOf(step)
  if (!choicesFor(scope, trigger).includes(choice)) return newPost(scope, { text: textOf(step) })
  if (step.kind === 'move' && scope !== null) return { ...step, stream_id: null }
  return step.kind === 'post' && choice === 'post' && scope !== null ? { ...step, stream_id: scope } : step
}

function approvalFor(step: ApproveStep, scope: number | null, trigger: TriggerKind): ApproveStep {
  if (step.is_direct && scope === null) return step
  const isInTopic = step.stream_id !== null || !causeParts(trigger).topic
  return { ...step, is_direct: false, stream_id: isInTopic ? (scope ?? step.stream_id ?? noChannel) : null }
}

function askFor(step: AskStep, scope: number | null, trigger: TriggerKind): AskStep {
  const { person, topic } = causeParts(trigger)
  if (step.to === 'person' ? person : step.to === 'group' && scope === null) return step
  const isInTopic = step.to !== 'topic' || step.stream_id !== null || !topic
  const answerers = step.to === 'topic' ? {} : { user_ids: null, group_id: null }
  return { ...step, ...answerers, to: 'topic', stream_id: isInTopic ? (scope ?? step.stream_id ?? noChannel) : null }
}
