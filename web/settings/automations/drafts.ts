import type { ParamsInput } from '#contract'
import type { createAutomation } from '../../../src/features/automations/automations/api.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { accountZone, zoneHere } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'

type Params = Required<ParamsInput<typeof createAutomation.params>>
export type Schedule = Automation['trigger']
export type Step = Automation['steps'][number]
export type StepKind = Step['kind']

/** What the editor edits. */
export interface Draft extends Pick<Params, 'name'> {
  /** Null for the organization. */
  readonly stream_id: number | null
  readonly trigger: Schedule
  readonly steps: readonly Step[]
}

/** No channel has it; the user has to choose one. */
export const noChannel = 0

const schedule = (more: Partial<Schedule>): Schedule => ({
  ...{ kind: 'schedule', repeat: 'weekly', weekdays: [1], day: 1, time: '09:00' },
  timezone: accountZone.value || zoneHere,
  ...more,
})

export const newPost = (stream_id: number | null, more: { topic?: string; text?: string } = {}): Step => ({
  ...{ kind: 'post', topic: '', text: '' },
  stream_id: stream_id ?? noChannel,
  ...more,
})

const { weekly, standup } = a.templates

/** How a new automation can begin, in a channel or the organization. */
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
  blank: (stream_id: number | null): Draft => ({
    name: '',
    stream_id,
    trigger: schedule({ repeat: 'daily' }),
    steps: [newPost(stream_id)],
  }),
} as const
type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

const isStepComplete = (step: Step): boolean =>
  step.text.trim() !== '' && (step.kind === 'post' ? step.stream_id !== noChannel : step.user_ids.length > 0)

export const isComplete = ({ name, trigger, steps }: Draft): boolean =>
  name.trim() !== '' &&
  trigger.time !== '' &&
  (trigger.repeat !== 'weekly' || trigger.weekdays.length > 0) &&
  steps.length > 0 &&
  steps.every(isStepComplete)
