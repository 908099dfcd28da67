import { causeParts } from '../../../src/features/automations/automations/triggers/cause-rules.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { thumb } from '../../emoji/reacting.ts'

export type Step = Automation['steps'][number]
type TriggerKind = Automation['trigger']['kind']

/** Step options in the form. */
export type StepChoice = 'post' | 'reply' | 'direct_message' | 'message_person' | 'react' | 'resolve'

/** Not a valid channel ID; means that the user still has to choose one. */
export const noChannel = 0

export const newPost = (stream_id: number | null, more: { topic?: string; text?: string } = {}): Step => ({
  ...{ kind: 'post', topic: '', text: '' },
  stream_id: stream_id ?? noChannel,
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
    ...(message ? (['react', 'resolve'] as const) : []),
  ]
}

export const textOf = (step: Step): string => ('text' in step ? step.text : '')

export function newStep(choice: StepChoice, scope: number | null, text: string): Step {
  if (choice === 'react') return { kind: 'react', ...thumb }
  if (choice === 'resolve') return { kind: 'resolve' }
  if (choice === 'post') return newPost(scope, { text })
  if (choice === 'reply') return { kind: 'post', stream_id: null, topic: '', text }
  return { kind: 'direct_message', user_ids: choice === 'message_person' ? null : [], text }
}

export function stepFor(step: Step, scope: number | null, trigger: TriggerKind): Step {
  const choice = choiceOf(step)
  if (!choicesFor(scope, trigger).includes(choice)) return newPost(scope, { text: textOf(step) })
  return step.kind === 'post' && choice === 'post' && scope !== null ? { ...step, stream_id: scope } : step
}
