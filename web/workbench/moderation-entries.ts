import { roles } from '#contract'
import type { Entry } from './entries.ts'
import { asMember, day, rules, secs, told } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'
import { told as team } from './team.ts'
import { there } from './waiting.ts'

const heldFiles = [
  {
    ...{ name: 'logo.png', url: '/user_uploads/1/cd/logo.png', size: 20_480 },
    thumbnail_url: '/user_uploads/thumbnail/1/cd/logo.png/840x560.webp',
  },
  { name: 'error log of the widget.txt', url: '/user_uploads/1/ef/log.txt', size: 3_000, thumbnail_url: null },
]

const report = (id: number, more: object) => ({
  ...{
    id,
    kind: 'harassment',
    reporter_id: 3,
    rule_name: null,
    author_id: 2,
    reported_at: secs - 3_600,
    message_id: 101,
    stream_id: 1,
  },
  ...{ topic: 'release 2.4', is_readable: true, content: 'You never do\nanything right.', description: 'Not nice' },
  ...{ is_hidden: false, files: [], state: 'open', handled_by: null, handled_at: null, action: null, note: '' },
  ...more,
})
const unreadable = {
  message_id: null,
  stream_id: null,
  topic: null,
  is_readable: false,
  content: null,
  description: null,
}
const reports = {
  reports: [
    report(5, { kind: 'spam', message_id: null, is_hidden: true, files: heldFiles, description: '' }),
    report(4, { kind: 'norms', rule_name: 'No gambling', description: '' }),
    report(3, {}),
    report(2, { kind: 'spam', ...unreadable }),
  ],
  has_more: true,
  open_count: 4,
}
const handled = { state: 'handled', handled_by: 1, handled_at: secs, action: 'person_spoken_to', note: 'Ben is sorry.' }
const entries = {
  has_more: true,
  entries: [
    {
      ...{
        id: 9,
        time: secs,
        acting_user_id: 1,
        action: 'PATCH /users/{user_id}',
        address: '192.0.2.7',
        client: 'website',
      },
      params: { user_id: 3, role: roles.moderator },
    },
    {
      id: 8,
      time: secs - day,
      acting_user_id: null,
      action: 'org rename',
      params: {},
      address: '',
      client: 'command line',
    },
  ],
}

const restriction = (id: number, more: object) => ({
  ...{ id, user_id: 2, kind: 'read_only', stream_ids: [], until: secs + day, reason: 'Insults after a warning' },
  ...{ note: 'Second time', created_by: 1, created_at: secs - 3_600, ended_at: null, ended_by: null },
  ...more,
})
const inChannel = restriction(2, { user_id: 3, kind: 'read_only_in', stream_ids: [1], until: null, note: '' })
const restrictions = { restrictions: [restriction(3, {}), inChannel], has_more: false }
const own = { id: 1, kind: 'read_only', stream_ids: [], until: 4_000_000_000, reason: 'Insults', created_at: secs }
const ownRestriction = { ...told, own_restrictions: [own] }

const lock = {
  ...{ stream_id: 1, topic_name: 'release 2.4', until: 4_000_000_000, reason: 'Please continue in #kitchen' },
  ...{ locked_by: 2, locked_at: secs },
}
/** Someone else manages the channels. */
const inChannels = (more: object) => ({
  ...asMember,
  subscriptions: (team.subscriptions as { stream_id: number }[]).map((one) => ({
    ...one,
    can_administer_channel_group: { direct_members: [2], direct_subgroups: [] },
    ...more,
  })),
})
const slow = inChannels({ slow_mode_seconds: 60 })
const deletion = (id: number, more: object) => ({
  ...{ id, period: 'day', state: 'deleted', deleted_count: 12, restored_count: 0, creator_id: 1, created_at: secs },
  ...{ undo_until: 4_000_000_000, undone_by: null },
  ...more,
})
const file = {
  notes: [{ id: 1, author_id: 1, content: 'Second account of Bob', created_at: secs - day, edited_at: secs }],
  restrictions: [restriction(3, {})],
  warnings: [
    { id: 2, author_id: 1, content: 'Please stop advertising.', created_at: secs, acknowledged_at: null },
    { id: 1, author_id: 1, content: 'No links, please.', created_at: secs - day, acknowledged_at: secs },
  ],
  deletions: [
    deletion(2, { state: 'deleting', deleted_count: 400 }),
    deletion(1, { state: 'restored', restored_count: 12, undone_by: 1 }),
  ],
  reports_about: [
    report(5, { kind: 'spam', message_id: null, is_hidden: true }),
    report(3, {}),
    report(2, { kind: 'spam', ...unreadable }),
  ],
  has_more_reports_about: true,
  reports_by: [],
  has_more_reports_by: false,
  joining: { joined_at: secs - 9 * day, invitation: 'email', inviter_id: 1, invitation_created_at: secs - 10 * day },
  same_network: [{ user_id: 3, joined_at: secs - 9 * day + 600 }],
}
const emptyFile = {
  ...{ notes: [], restrictions: [], warnings: [], deletions: [] },
  ...{ reports_about: [], has_more_reports_about: false, reports_by: [], has_more_reports_by: false },
  joining: { joined_at: secs - 9 * day, invitation: null, inviter_id: null, invitation_created_at: null },
  same_network: [],
}
const opensFile =
  (...more: string[]) =>
  async () => {
    await pressed('.card-actions .button:last-child')()
    await there('.moderation-file section')
    await pressed(...more)()
  }
const few = { count: 3, is_more: false }
const many = { count: 10_000, is_more: true }

const application = {
  ...{ id: 1, email: 'dora@navy.example', full_name: 'Dora Long', inviter_id: 2, invited_as: roles.member },
  ...{ applied_at: secs, expires_at: secs + 1_209_600, network_group: 1 },
  answers: [{ question: 'Why do you want to join?', answer: 'I repair looms, and would like to help.' }],
  follow_ups: [
    { question: 'Which looms?', asked_at: secs, answer: 'Those with punched cards.', answered_at: secs + 60 },
    { question: 'How did you hear about us?', asked_at: secs + 120, answer: null, answered_at: null },
  ],
}
const otherApplication = {
  ...{ ...application, id: 2, email: 'emil@navy.example', full_name: 'Emil', inviter_id: null },
  ...{ answers: [], follow_ups: [] },
}
const held = {
  ...{ id: 1, stream_id: 1, topic: 'release 2.4', held_at: secs },
  content: 'Hello! Where do I report a bug about the widget?',
}

const heldBecause = { rule_name: 'Advertising in first posts', is_first: true }

const logEntry = { user_id: null, restriction: null, period: null, until: null, reason: '', reversed_at: null }
const logEntries = [
  { ...logEntry, id: 4, action: 'lockdown', at: secs - 60, until: secs + 3_600, reason: 'Spam wave' },
  { ...logEntry, id: 3, action: 'ban', at: secs - 3_600, user_id: 3, reason: 'Advertising after two warnings' },
  { ...logEntry, id: 2, action: 'message_deletion', at: secs - 3_600, user_id: 3, period: 'week' },
  {
    ...logEntry,
    id: 1,
    action: 'restriction',
    at: secs - 90_000,
    restriction: 'read_only',
    reversed_at: secs - 80_000,
  },
]

const modmail = {
  ...{
    id: 1,
    user_id: 2,
    kind: 'message',
    state: 'open',
    unanswered: 1,
    opened_at: secs,
    closed_by: null,
    closed_at: null,
  },
  has_more_messages: false,
  messages: [
    { id: 1, author_id: 2, from_moderators: false, content: 'Why is my account read-only?', sent_at: secs },
    { id: 2, author_id: 1, from_moderators: true, content: 'You posted the same link 30 times.', sent_at: secs },
    { id: 3, author_id: 2, from_moderators: false, content: 'Sorry, I won’t do that again.', sent_at: secs },
  ],
}
const ownModmail = modmail.messages.map(({ author_id: _, ...message }) => ({ ...message, modmail_id: 1 })).reverse()

const applicationAnswers = {
  'GET /applications': { applications: [application, otherApplication], has_more: false, total: 2 },
}

export const moderationEntries: readonly Entry[] = [
  {
    name: 'reports',
    hash: '#organization/reports',
    told,
    answers: { 'GET /message_reports': reports },
    after: seen('.records li'),
  },
  {
    name: 'reports, handled',
    hash: '#organization/reports',
    told,
    answers: { 'GET /message_reports': { reports: [report(3, handled)], has_more: false, open_count: 0 } },
    after: pressed('.segments label:nth-child(2) input', '.record-buttons .button:last-child'),
  },
  {
    name: 'reports, what was done',
    hash: '#organization/reports',
    told,
    answers: { 'GET /message_reports': reports },
    after: pressed('.records li:nth-child(2) .primary'),
  },
  {
    name: 'reports, deleting a hidden message',
    hash: '#organization/reports',
    told,
    answers: { 'GET /message_reports': reports },
    after: pressed('.records li:first-child .record-buttons .button:last-child'),
  },
  {
    name: 'restrictions',
    hash: '#organization/restrictions',
    told,
    answers: { 'GET /restrictions': restrictions },
    after: seen('.records li'),
  },
  {
    name: 'no restrictions',
    hash: '#organization/restrictions',
    told,
    answers: { 'GET /restrictions': { restrictions: [], has_more: false } },
    after: seen('.list-empty'),
  },
  {
    name: 'restriction, changed',
    hash: '#organization/restrictions',
    told,
    answers: {
      'GET /restrictions': restrictions,
      'GET /users/3/restrictions': { restrictions: [inChannel] },
      'GET /users/2/restrictions': { restrictions: [restriction(3, {})] },
    },
    after: pressed('.records .button'),
  },
  {
    name: 'moderation file',
    hash: '#user/2',
    told,
    answers: { 'GET /users/2/moderation': file },
    after: opensFile(),
  },
  {
    name: 'moderation file, empty',
    hash: '#user/2',
    told,
    answers: { 'GET /users/2/moderation': emptyFile },
    after: opensFile(),
  },
  {
    name: 'messages to delete',
    hash: '#user/2',
    told,
    answers: {
      'GET /users/2/moderation': emptyFile,
      'GET /users/2/delete_messages': { hour: few, day: few, week: many, all: many },
    },
    after: opensFile('.moderation-file section:nth-of-type(4) .button'),
  },
  {
    name: 'warned oneself',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...told, own_warnings: [{ id: 1, content: 'Please stop advertising.', created_at: secs }] },
    after: async () => void (await there('dialog .primary')),
  },
  {
    name: 'rules to accept',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...told, community_rules: { version: 2, required_version: 2, accepted_version: 1 } },
    answers: { 'GET /realm/rules': rules },
    after: async () => void (await there('dialog .rules-text p')),
  },
  {
    name: 'restricted oneself',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: ownRestriction,
    after: async () => void (await there('#compose .banner.stops')),
  },
  {
    name: 'locked topic',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...inChannels({}), topic_locks: [lock] },
    after: async () => void (await there('#compose .banner.stops')),
  },
  {
    name: 'held messages',
    hash: '#organization/held-messages',
    told,
    answers: {
      'GET /held_messages': {
        held_messages: [{ ...held, ...heldBecause, user_id: 2, files: heldFiles }],
        has_more: false,
      },
    },
    after: async () => void (await there('.records')),
  },
  {
    name: 'messages to moderators',
    hash: '#organization/modmail',
    told,
    answers: { 'GET /modmail': { modmail: [modmail], has_more: false, waiting: 1 } },
    after: async () => void (await there('.records')),
  },
  {
    name: 'moderation log',
    hash: '#organization/moderation-log',
    told: { ...asMember, realm_public_moderation_log: true },
    answers: { 'GET /moderation_log': { entries: logEntries, has_more: false } },
    after: async () => void (await there('.records')),
  },
  {
    name: 'own messages to the moderators',
    hash: '#settings/message-moderators',
    told: asMember,
    answers: { 'GET /users/me/modmail': { messages: ownModmail, has_more: false, open_modmail_id: 1 } },
    after: async () => void (await there('.modmail')),
  },
  {
    name: 'applications',
    hash: '#organization/applications',
    told,
    answers: applicationAnswers,
    after: async () => void (await there('.records')),
  },
  {
    name: 'application, declining',
    hash: '#organization/applications',
    told,
    answers: applicationAnswers,
    after: pressed('.record-buttons button:last-child'),
  },
  {
    name: 'application, asking',
    hash: '#organization/applications',
    told,
    answers: applicationAnswers,
    after: pressed('.records li:last-child .record-buttons button:nth-child(2)'),
  },
  {
    name: 'applications, declining several',
    hash: '#organization/applications',
    told,
    answers: applicationAnswers,
    after: pressed('.selection-line input', '.selection-line .button'),
  },
  {
    name: 'held message of one’s own',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...inChannels({}), own_held_messages: [held] },
    after: async () => void (await there('#compose .held')),
  },
  {
    name: 'slow mode, waiting',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...slow, slow_until: [{ stream_id: 1, posted_at: secs, slow_until: 4_000_000_000 }] },
    after: async () => void (await there('#compose .slow-mode')),
  },
  {
    name: 'audit log',
    hash: '#organization/audit-log',
    told,
    answers: { 'GET /audit_log': entries },
    after: pressed('.records summary'),
  },
]
