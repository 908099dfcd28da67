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
  conditions: [],
  steps: [post],
  revision: 0,
  is_enabled: true,
  max_runs_per_hour: 60,
  paused_because: null,
  failures: 0,
  next_at: secs + day,
  last_run: { at: secs, state: 'done' },
  skipped_people: 0,
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
    waiting_until: null,
    failure: null,
    outcomes: [{ step: 0, at: secs, message_id: 101, failure: null, result: null, person_id: null }],
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
    conditions: [
      { kind: 'group', group_id: 2, is_member: false },
      { kind: 'hours', weekdays: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', timezone: 'Europe/Berlin' },
      { kind: 'first_time' },
    ],
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
  automation(8, { name: 'Builds', trigger: { kind: 'webhook' }, next_at: null, last_run: null, changed_at: 1 }),
  automation(7, {
    name: 'Onboarding',
    trigger: { kind: 'joined_organization' },
    steps: [
      { kind: 'add_to_channel', stream_id: 1 },
      { kind: 'add_to_group', group_id: 2 },
    ],
    next_at: null,
    skipped_people: 120,
  }),
  automation(9, {
    name: 'Incidents',
    trigger: { kind: 'message', stream_id: 1, topic: null, topic_match: 'is', words: ['incident'] },
    steps: [
      { kind: 'call', url: 'https://desk.example.com/tickets', text: '{person}: {message.text}' },
      { kind: 'move', what: 'topic', stream_id: 1, topic: 'incidents' },
      { kind: 'remind', stream_id: null, topic: '', text: 'Any news, {person}?', minutes: 30, repeats: true },
      { kind: 'stop_unless', condition: { kind: 'topic_resolved', is_resolved: true } },
      { kind: 'post', stream_id: null, topic: '', text: 'Thanks! Ticket {call.ticket.id}' },
    ],
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
const approval = {
  ...{ kind: 'approve' as const, is_direct: false, stream_id: null, topic: '', user_ids: [2], group_id: null },
  ...{ text: 'A new loom?', declined_text: 'Sorry', deadline_minutes: 2_880 },
}
const form = {
  ...{ kind: 'ask' as const, to: 'topic' as const, stream_id: null, topic: '', user_ids: null, group_id: 2 },
  text: 'What do you need, {person}?',
  fields: [
    { name: 'size', label: 'Size', kind: 'menu' as const, options: ['Small', 'Large'], required: true },
    { name: 'details', label: 'Details', kind: 'multiline' as const, options: [], required: false },
  ],
  deadline_minutes: 2_880,
}
const remind = {
  ...{ kind: 'remind' as const, stream_id: null, topic: '', text: 'Any news?' },
  ...{ minutes: 30, repeats: true },
}
const stop = {
  kind: 'stop_unless' as const,
  condition: { kind: 'topic_resolved' as const, is_resolved: false },
}
const asked = { step: 0, at: secs, message_id: 101, failure: null, result: null, person_id: null }
const failed: Partial<AutomationRun> = { state: 'failed', step: 0, failure: 'This channel is archived.', outcomes: [] }
const sent = { content: 'Thanks, Ben!', rendered_content: '<p>Thanks, <strong>Ben</strong>!</p>' }
const ran = { state: 'runs', message: null, failure: null, failure_code: null }
const tested = {
  matches_trigger: false,
  conditions: [{ is_met: true }, { is_met: false }, { is_met: true }],
  steps: [
    ran,
    { ...ran, state: 'waits', message: { ...sent, stream_id: 1, topic: 'help', user_ids: null } },
    { ...ran, state: 'refused', failure: 'This channel is archived.', failure_code: 'BAD_REQUEST' },
  ],
}
const answers = {
  'POST /automations/3/try': tested,
  'GET /automations': { automations },
  'GET /automations/8/webhook': { url: 'https://chat.example.com/api/v1/external/automation', has_secret: true },
  'GET /automations/9/call_secret': { secret: 'whsec_bG9vbQ==' },
  'GET /automations/1/runs': { runs: [], has_more: false },
  'GET /automations/2/runs': {
    runs: [
      run(8, {
        ...{ steps: [form, post], message_id: 102, person_id: 3 },
        outcomes: [asked, { ...asked, message_id: null, result: 'answered', person_id: 2 }],
      }),
      run(9, {
        ...{ steps: [remind, stop], step: 1 },
        outcomes: [
          { ...asked, message_id: 101 },
          { ...asked, message_id: null, result: 'resolved' },
          { ...asked, step: 1, message_id: null, result: 'stopped' },
        ],
      }),
      run(7, {
        ...{ state: 'declined', step: 0, steps: [approval, post], message_id: 102, person_id: 3 },
        outcomes: [asked, { ...asked, message_id: null, result: 'declined', person_id: 2 }],
      }),
      run(6, {
        ...{ steps: [approval, post], message_id: 102, person_id: 3 },
        outcomes: [asked, { ...asked, message_id: null, result: 'approved', person_id: 2 }],
      }),
      run(5, { state: 'waiting', step: 0, outcomes: [], ended_at: null, waiting_until: secs + day }),
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
    name: 'automation, approval',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button:nth-child(5)'),
  },
  {
    name: 'automation, form',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button:nth-child(7)'),
  },
  {
    name: 'automation, group form',
    hash,
    told,
    answers,
    after: pressed('.automation-templates .button:nth-child(9)'),
  },
  {
    name: 'automation, steps that call, move, remind, and stop',
    hash,
    told,
    answers,
    after: pressed('.records li:nth-child(8) .button:nth-child(3)'),
  },
  {
    name: 'automation, signing secret',
    hash,
    told,
    answers,
    after: pressed('.records li:nth-child(8) .button:nth-child(2)'),
  },
  {
    name: 'automation, webhook address',
    hash,
    told,
    answers,
    after: pressed('.records li:nth-child(6) .button:nth-child(2)'),
  },
  {
    name: 'automation, test',
    hash,
    told,
    answers,
    after: pressed(
      '.records li:nth-child(2) .button:nth-child(3)',
      '.automation-test .primary:not(:disabled)',
      '.automation-test .content',
    ),
  },
  {
    name: 'automation, runs',
    hash,
    told,
    answers,
    after: pressed('.records li:last-child .record-buttons .button'),
  },
]
