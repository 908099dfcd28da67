import type { ParamsInput } from '#contract'
import type { createAutomation } from '../../../src/features/automations/automations/api.ts'
import { isOrganizationTrigger } from '../../../src/features/automations/automations/triggers/scope-rules.ts'
import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { accountZone, zoneHere } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { type Condition, conditionChoiceOf, conditionChoicesFor } from './conditions.ts'
import { newApproval, newAsk, newPost, newStep, noChannel, noGroup, type Step, stepFor } from './steps.ts'

type Params = Required<ParamsInput<typeof createAutomation.params>>
export type Trigger = Automation['trigger']
export type TriggerKind = Trigger['kind']
export type Schedule = Extract<Trigger, { kind: 'schedule' }>
export type ManualTrigger = Extract<Trigger, { kind: 'manual' }>
export type MessageTrigger = Extract<Trigger, { kind: 'message' }>
/** A trigger for events in one channel or all public channels. */
export type EventTrigger = Extract<Trigger, { stream_id: number | null }>

/** What the editor edits. */
export interface Draft extends Pick<Params, 'name'> {
  /** Null for the organization. */
  readonly stream_id: number | null
  readonly trigger: Trigger
  readonly conditions: readonly Condition[]
  readonly steps: readonly Step[]
  /** By default, {@link maxRunsPerHour}. NaN while no valid number is entered. */
  readonly max_runs_per_hour?: number
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
  if (kind === 'joined_group' || kind === 'left_group') return { kind, group_id: noGroup }
  if (kind === 'joined_organization' || kind === 'webhook') return { kind }
  if (kind === 'manual') return { kind, command: '', hint: '' }
  if (kind === 'topic_resolved') return { kind, stream_id: null }
  if (kind === 'reaction') return { kind, stream_id: null, ...ticket }
  return { kind, stream_id: null, topic: null, topic_match: 'is', words: [] }
}

const { weekly, standup, welcome, triage, kudos, approval, request, incident, checkin } = a.templates
const menu = (...options: string[]) => ({ kind: 'menu' as const, options, required: true })
const line = { kind: 'text' as const, options: [], required: true }
const lines = { kind: 'multiline' as const, options: [], required: false }

/** Templates for new automations, for a channel or organization-wide. */
export const templates = {
  weekly: (stream_id: number | null): Draft => ({
    name: weekly.label,
    stream_id,
    trigger: schedule({}),
    conditions: [],
    steps: [newPost(stream_id, { topic: weekly.topic, text: weekly.text })],
  }),
  standup: (stream_id: number | null): Draft => ({
    name: standup.label,
    stream_id,
    trigger: schedule({ repeat: 'weekdays', time: '09:30' }),
    conditions: [],
    steps: [newPost(stream_id, { topic: standup.topic, text: standup.text })],
  }),
  welcome: (stream_id: number | null): Draft => ({
    name: welcome.label,
    stream_id,
    trigger: triggerIn(newTrigger('joined_channel'), stream_id),
    conditions: [],
    steps: [newStep('message_person', stream_id, welcome.text)],
  }),
  triage: (stream_id: number | null): Draft => ({
    name: triage.label,
    stream_id,
    trigger: newTrigger('reaction'),
    conditions: [],
    steps: [newPost(stream_id, { topic: triage.topic, text: triage.text })],
  }),
  kudos: (stream_id: number | null): Draft => ({
    name: kudos.label,
    stream_id,
    trigger: { kind: 'manual', command: kudos.command, hint: kudos.hint },
    conditions: [],
    steps: [newStep('reply', stream_id, kudos.text)],
  }),
  approval: (stream_id: number | null): Draft => ({
    name: approval.label,
    stream_id,
    trigger: { kind: 'manual', command: approval.command, hint: approval.hint },
    conditions: [],
    steps: [
      newApproval({ text: approval.text, declined_text: approval.declined }),
      newStep('reply', stream_id, approval.approved),
    ],
  }),
  request: (stream_id: number | null): Draft => ({
    name: request.label,
    stream_id,
    trigger: { kind: 'manual', command: request.command, hint: '' },
    conditions: [],
    steps: [
      newAsk({
        text: request.question,
        fields: [
          { ...line, name: 'title', label: request.title },
          { ...menu(request.low, request.normal, request.high), name: 'urgency', label: request.urgency },
          { ...lines, name: 'details', label: request.details },
        ],
      }),
      newPost(stream_id, { topic: request.topic, text: request.text }),
    ],
  }),
  incident: (stream_id: number | null): Draft => ({
    name: incident.label,
    stream_id,
    trigger: { kind: 'manual', command: incident.command, hint: incident.hint },
    conditions: [],
    steps: [
      newStep('reply', stream_id, incident.text),
      newAsk({
        to: 'topic',
        text: incident.question,
        fields: [
          { ...line, name: 'lead', label: incident.lead },
          { ...line, name: 'updates', label: incident.updates },
        ],
      }),
      {
        ...{ kind: 'remind', minutes: 30, repeats: true },
        ...{ stream_id: null, topic: '', text: incident.status },
      },
    ],
  }),
  checkin: (stream_id: number | null): Draft => ({
    name: checkin.label,
    stream_id,
    trigger: schedule({ repeat: 'weekdays', time: '09:30' }),
    conditions: [],
    steps: [
      newAsk({
        to: 'group',
        group_id: noGroup,
        text: checkin.question,
        fields: [
          { ...lines, required: true, name: 'today', label: checkin.today },
          { ...lines, name: 'blockers', label: checkin.blockers },
        ],
        deadline_minutes: 120,
      }),
      newPost(stream_id, { topic: checkin.topic, text: checkin.text }),
    ],
  }),
  blank: (stream_id: number | null): Draft => ({
    name: '',
    stream_id,
    trigger: newTrigger('schedule'),
    conditions: [],
    steps: [newPost(stream_id)],
  }),
} as const
type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

/** A channel's automations always use that channel. Organization-wide ones must choose a channel that people join. */
function triggerIn(trigger: Trigger, scope: number | null): Trigger {
  if (scope !== null && isOrganizationTrigger(trigger.kind)) return { kind: 'joined_channel', stream_id: null }
  if (!('stream_id' in trigger)) return trigger
  if (scope !== null) return { ...trigger, stream_id: null }
  return trigger.kind === 'joined_channel' ? { ...trigger, stream_id: trigger.stream_id ?? noChannel } : trigger
}

/** Adapts a draft to its trigger and scope: unavailable steps become posts, and unavailable conditions are removed. */
export function adapted({ stream_id, trigger, conditions, steps, ...draft }: Draft): Draft {
  const choices = conditionChoicesFor(stream_id, trigger.kind)
  return {
    ...draft,
    stream_id,
    trigger: triggerIn(trigger, stream_id),
    conditions: conditions.filter((condition) => choices.includes(conditionChoiceOf(condition))),
    steps: steps.map((step) => stepFor(step, stream_id, trigger.kind)),
  }
}

/** The parameters to create it. */
export const newAutomation = ({ name, stream_id, trigger, conditions, steps, max_runs_per_hour }: Draft) => ({
  ...{ name: name.trim(), trigger, conditions: [...conditions], steps: [...steps] },
  ...(max_runs_per_hour === undefined ? {} : { max_runs_per_hour }),
  ...(stream_id === null ? {} : { stream_id }),
})
