import type { Automation, AutomationRun } from '../../src/features/automations/automations/wire.ts'
import type { Entry } from './entries.ts'
import { day, secs, told } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'

const post = { kind: 'post' as const, stream_id: 1, topic: 'standup', text: 'What’s new on {date}?' }
const automation = (id: number, more: Partial<Automation>): Automation => ({
  automation_id: id,
  name: 'Standup',
  description: '',
  stream_id: null,
  bot_id: 2,
  trigger: { kind: 'schedule', repeat: 'weekdays', weekdays: [], day: 1, time: '09:30', timezone: 'UTC' },
  steps: [post],
  revision: 0,
  is_enabled: true,
  paused_because: null,
  failures: 0,
  next_at: secs + day,
  last_run: { at: secs, state: 'done' },
  changed_by: 1,
  changed_at: secs - day,
  ...more,
})
const run = (id: number, more: Partial<AutomationRun>): AutomationRun => ({
  ...{ run_id: id, automation_id: 2, state: 'done', step: 1, steps: [post], cause_at: secs, started_at: secs },
  ...{
    message_id: null,
    person_id: null,
    ended_at: secs,
    failure: null,
    outcomes: [{ step: 0, at: secs, message_id: 101, failure: null }],
  },
  ...more,
})
const eyes = { emoji_name: 'eyes', emoji_code: '1f440', reaction_type: 'unicode_emoji' } as const
const automations = [
  automation(1, {
    name: 'Weekly reminder of a team with a very long name that needs more than one line',
    trigger: { kind: 'schedule', repeat: 'weekly', weekdays: [1, 4], day: 1, time: '16:00', timezone: 'Europe/Berlin' },
    steps: [post, { kind: 'direct_message', user_ids: [2, 3], text: 'Hi' }],
  }),
  automation(3, {
    name: 'Help requests',
    trigger: {
      ...{ kind: 'message', stream_id: 1, topic: 'help', topic_match: 'begins_with' },
      words: ['help', 'urgent', 'broken loom'],
    },
    steps: [
      { kind: 'react', ...eyes },
      { kind: 'post', stream_id: null, topic: '', text: 'Thanks, {person}!' },
      { kind: 'direct_message', user_ids: null, text: 'We’ll look at {message.link}.' },
    ],
    next_at: null,
  }),
  automation(4, {
    name: 'Emoji to triage',
    trigger: { kind: 'reaction', stream_id: null, ...eyes },
    is_enabled: false,
    paused_because: 'runs',
    next_at: null,
  }),
  automation(5, {
    name: 'Kudos',
    trigger: { kind: 'manual', command: 'kudos', hint: 'Name and reason' },
    steps: [{ kind: 'post', stream_id: null, topic: '', text: '{person} thanks {text}' }],
    next_at: null,
  }),
  automation(6, {
    name: 'Resolved topics',
    trigger: { kind: 'topic_resolved', stream_id: null },
    last_run: { at: secs, state: 'canceled' },
    next_at: null,
  }),
  automation(2, {
    stream_id: 1,
    is_enabled: false,
    paused_because: 'failures',
    failures: 5,
    next_at: null,
    last_run: { at: secs, state: 'failed' },
  }),
]
const failed: Partial<AutomationRun> = { state: 'failed', step: 0, failure: 'This channel is archived.', outcomes: [] }
const answers = {
  'GET /automations': { automations },
  'GET /automations/1/runs': { runs: [], has_more: false },
  'GET /automations/2/runs': {
    runs: [
      run(4, { state: 'running', step: 0, outcomes: [], ended_at: null }),
      run(3, failed),
      run(2, { state: 'missed', outcomes: [] }),
      run(1, { message_id: 102, person_id: 3 }),
    ],
    has_more: true,
  },
}
const hash = '#organization/automations'

export const automationEntries: readonly Entry[] = [
  { name: 'automations', hash, told, answers, after: seen('.records li') },
  {
    name: 'no automations',
    hash,
    told,
    answers: { 'GET /automations': { automations: [] } },
    after: seen('.automation-templates'),
  },
  {
    name: 'automation, new',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button'),
  },
  {
    name: 'automation, edited',
    hash,
    told,
    answers,
    after: pressed('.records .button:nth-child(2)'),
  },
  {
    name: 'automation, message trigger',
    hash,
    told,
    answers,
    after: pressed('.records li:nth-child(2) .button:nth-child(2)'),
  },
  {
    name: 'automation, join trigger',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button:nth-child(3)'),
  },
  {
    name: 'automation, reaction trigger',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button:nth-child(4)'),
  },
  {
    name: 'automation, slash command',
    hash,
    told,
    answers,
    after: pressed('.records li:nth-child(4) .button:nth-child(2)'),
  },
  {
    name: 'automation, runs',
    hash,
    told,
    answers,
    after: pressed('.records li:last-child .record-buttons .button'),
  },
]
