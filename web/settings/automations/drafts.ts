import type { ParamsInput } from '#contract'
import type { createAutomation } from '../../../src/features/automations/automations/api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { accountZone, zoneHere } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { newPost, newStep, noChannel, type Step, stepFor } from './steps.ts'

type Params = Required<ParamsInput<typeof createAutomation.params>>
export type Trigger = Automation['trigger']
export type TriggerKind = Trigger['kind']
export type Schedule = Extract<Trigger, { kind: 'schedule' }>
export type ManualTrigger = Extract<Trigger, { kind: 'manual' }>
export type MessageTrigger = Extract<Trigger, { kind: 'message' }>
/** A trigger for events in one channel or all public channels. */
export type EventTrigger = Exclude<Trigger, { kind: 'schedule' | 'manual' }>

/** What the editor edits. */
export interface Draft extends Pick<Params, 'name'> {
  /** Null for the organization. */
  readonly stream_id: number | null
  readonly trigger: Trigger
  readonly steps: readonly Step[]
}

const schedule = (more: Partial<Schedule>): Schedule => ({
  ...{ kind: 'schedule', repeat: 'weekly', weekdays: [1], day: 1, time: '09:00' },
  timezone: accountZone.value || zoneHere,
  ...more,
})

const ticket = { emoji_name: 'ticket', emoji_code: '1f39f', reaction_type: 'unicode_emoji' } as const

export const newTrigger = (kind: TriggerKind): Trigger => {
  if (kind === 'schedule') return schedule({ repeat: 'daily' })
  if (kind === 'joined_channel') return { kind, stream_id: noChannel }
  if (kind === 'manual') return { kind, command: '', hint: '' }
  if (kind === 'topic_resolved') return { kind, stream_id: null }
  if (kind === 'reaction') return { kind, stream_id: null, ...ticket }
  return { kind, stream_id: null, topic: null, topic_match: 'is', words: [] }
}

const { weekly, standup, welcome, triage } = a.templates

/** Templates for new automations, for a channel or organization-wide. */
export const templates = {
  weekly: (stream_id: number | null): Draft => ({
    name: weekly.label,
    stream_id,
    trigger: schedule({}),
    steps: [newPost(stream_id, { topic: weekly.topic, text: weekly.text })],
  }),
  standup: (stream_id: number | null): Draft => ({
    name: standup.label,
    stream_id,
    trigger: schedule({ repeat: 'weekdays', time: '09:30' }),
    steps: [newPost(stream_id, { topic: standup.topic, text: standup.text })],
  }),
  welcome: (stream_id: number | null): Draft => ({
    name: welcome.label,
    stream_id,
    trigger: triggerIn(newTrigger('joined_channel'), stream_id),
    steps: [newStep('message_person', stream_id, welcome.text)],
  }),
  triage: (stream_id: number | null): Draft => ({
    name: triage.label,
    stream_id,
    trigger: newTrigger('reaction'),
    steps: [newPost(stream_id, { topic: triage.topic, text: triage.text })],
  }),
  blank: (stream_id: number | null): Draft => ({
    name: '',
    stream_id,
    trigger: newTrigger('schedule'),
    steps: [newPost(stream_id)],
  }),
} as const
type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

/** A channel's automations always use that channel. Organization-wide join triggers must choose one. */
function triggerIn(trigger: Trigger, scope: number | null): Trigger {
  if (trigger.kind === 'schedule' || trigger.kind === 'manual') return trigger
  if (scope !== null) return { ...trigger, stream_id: null }
  return trigger.kind === 'joined_channel' ? { ...trigger, stream_id: trigger.stream_id ?? noChannel } : trigger
}

/** Adapts a draft to its trigger and scope: unavailable steps become posts. */
export function adapted({ name, stream_id, trigger, steps }: Draft): Draft {
  return {
    name,
    stream_id,
    trigger: triggerIn(trigger, stream_id),
    steps: steps.map((step) => stepFor(step, stream_id, trigger.kind)),
  }
}
