import { botTypes, roles } from '#contract'
import type { Entry } from './entries.ts'
import { integrationEntries } from './integration-entries.ts'
import { now, told as team } from './team.ts'
import { painted, there } from './waiting.ts'

const seen = (selector: string) => async () => {
  await there(`.settings-page ${selector}`)
  await painted()
}
/** Presses what is first there of these, one after the other. */
const pressed =
  (...selectors: string[]) =>
  async () => {
    for (const selector of selectors) (await there(selector)).click()
    await painted()
  }

const secs = Math.floor(now.getTime() / 1000)
const day = 86_400
const directory = {
  enabled: true,
  address: 'https://chat.example.com/scim/v2',
  profile_fields: { title: 1 },
  tokens: [
    { id: 1, name: 'Entra', creator_id: 1, date_created: secs - 30 * day, last_used: secs - 60 },
    {
      id: 2,
      name: 'The identity provider of the other house',
      creator_id: 1,
      date_created: secs - day,
      last_used: null,
    },
  ],
  people: 1204,
  groups: 17,
}
const request = (time: number, method: string, path: string, status: number, detail = '') => ({
  ...{ time, token_name: 'Entra', method, path, status, duration_ms: 12, detail },
})
const directoryRequests = {
  requests: [
    request(secs - 60, 'GET', '/Users?filter=userName+eq+%22a.long.address.of.somebody%40example.com%22', 200),
    request(secs - 90, 'PATCH', '/Users/u17', 403, 'Cannot deactivate the only organization owner'),
    request(secs - 95, 'POST', '/Users', 201, 'department: Invalid value for Unit: is not one of the choices'),
  ],
}
const users = (team.realm_users as { user_id: number; full_name: string }[]) ?? []
const rolesOf = [roles.owner, roles.administrator, roles.member, roles.guest]
const bot = (user_id: number, full_name: string, bot_type: number, more: object = {}) => ({
  ...users[0],
  ...{
    user_id,
    full_name,
    bot_type,
    bot_owner_id: 2,
    is_bot: true,
    role: roles.member,
    email: `b${user_id}@x.example`,
  },
  ...more,
})
const told = {
  realm_users: [
    ...users.map((one, index) => ({ ...one, role: rolesOf[index] ?? roles.member })),
    bot(20, 'Alerts from a machine room far away', botTypes.incomingWebhook),
    bot(21, 'Loom', botTypes.outgoingWebhook),
    bot(22, 'Weather', botTypes.generic, { bot_owner_id: 1, role: roles.moderator }),
  ],
  realm_non_active_users: [
    { ...users[1], user_id: 30, full_name: 'Dora', is_active: false, role: roles.member },
    { ...users[1], user_id: 31, full_name: 'Deleted user 31', is_active: false, is_deleted: true, role: roles.member },
    { ...users[1], user_id: 32, full_name: 'Emil of the old chat', is_active: false, is_imported_stub: true },
    bot(23, 'An old bot', botTypes.generic, { is_active: false }),
  ],
}
const asMember = { ...told, realm_users: told.realm_users.map((one) => ({ ...one, role: roles.member })) }
const many = {
  realm_users: Array.from({ length: 10_000 }, (_, index) => ({
    ...users[0],
    user_id: index + 1,
    full_name: `Person ${String((index * 7919) % 10_000).padStart(4, '0')} of many`,
    delivery_email: `user${index + 1}@example.com`,
    role: index === 0 ? roles.owner : roles.member,
  })),
}

const invites = {
  invites: [
    {
      ...{ id: 1, invited_by_user_id: 1, invited: secs - day, expiry_date: secs + 9 * day, invited_as: roles.member },
      ...{
        email: 'somebody.with.a.long.address@a-long-domain.example',
        notify_referrer_on_join: true,
        is_multiuse: false,
      },
    },
    {
      ...{ id: 1, invited_by_user_id: 2, invited: secs - day, expiry_date: null, invited_as: roles.guest },
      ...{ link_url: 'https://chat.example.com/join/abc', notify_referrer_on_join: true, is_multiuse: true },
    },
  ],
}
const report = (id: number, more: object) => ({
  ...{ id, kind: 'harassment', reporter_id: 3, author_id: 2, reported_at: secs - 3_600, message_id: 101, stream_id: 1 },
  ...{ topic: 'release 2.4', is_readable: true, content: 'You never do\nanything right.', description: 'Not nice' },
  ...{ state: 'open', handled_by: null, handled_at: null, action: null, note: '' },
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
  reports: [report(3, {}), report(2, { kind: 'spam', ...unreadable })],
  has_more: true,
  open_count: 2,
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
const wave = (index: number, most: number) => Math.round((most / 2) * (1 + Math.sin(index / 2.2)))
const statistics = {
  people: { members: 41, guests: 3, bots: 4, deactivated: 7 },
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(now.getTime() - (29 - index) * day * 1000).toISOString().slice(0, 10),
    messages: {
      public_channels: wave(index, 400),
      private_channels: wave(index + 2, 120),
      direct: wave(index + 4, 90),
    },
    messages_by_bots: wave(index, 40),
    active_people: index < 4 ? null : wave(index, 30),
    active_people_week: index < 4 ? null : 38,
    people: index < 4 ? null : 44,
    upload_bytes: index < 4 ? null : 3_400_000_000 + index * 10_000_000,
  })),
  storage: [
    { kind: 'image', bytes: 2_100_000_000, files: 4_200 },
    { kind: 'video', bytes: 1_200_000_000, files: 31 },
    { kind: 'audio', bytes: 0, files: 0 },
    { kind: 'text', bytes: 390_000_000, files: 812 },
    { kind: 'other', bytes: 7_000_000, files: 1 },
  ],
  upload_bytes: 3_697_000_000,
  quotas: [
    { name: 'upload_mib', most: 5_000, used: 3_526 },
    { name: 'messages_per_minute', most: 600, used: 41 },
    { name: 'event_queues', most: null, used: 57 },
  ],
  counted_at: secs,
}
const exported = (id: number, more: object) => ({
  ...{ id, acting_user_id: 1, export_time: secs - id * day, deleted_timestamp: null, failed_timestamp: null },
  ...{
    export_url: null,
    url_expires_timestamp: null,
    pending: false,
    export_type: 'public',
    export_format: 'loquat',
    percent: null,
    counts: null,
  },
  ...{ size: null, ...more },
})
const counts = {
  users: 48,
  channels: 12,
  messages: 120_400,
  reactions: 900,
  uploads: 4_200,
  custom_emoji: 3,
  missing: 0,
}
const exports = {
  exports: [
    exported(4, { pending: true, percent: 42 }),
    exported(3, {
      export_url: '/user_avatars/exports/1.tar.gz',
      url_expires_timestamp: secs + 400_000,
      counts,
      size: 812_000_000,
    }),
    exported(2, { failed_timestamp: secs }),
    exported(1, { deleted_timestamp: secs, export_type: 'full_with_consent' }),
  ],
}
const consents = { export_consents: users.map(({ user_id }) => ({ user_id, consented: user_id === 1 })) }
const imported = (id: number, more: object) => ({
  ...{
    id,
    acting_user_id: 1,
    source: 'slack',
    file_name: 'team export Nov 1 2025 - Nov 30 2025.zip',
    size: 48_000_000,
  },
  ...{
    dry_run: false,
    grant_roles: false,
    download: false,
    state: 'done',
    phase: null,
    percentage: 100,
    messages: 900,
  },
  ...{ counts: { 'messages in channels': 900, people: 12 }, requested_at: secs - id, started_at: secs, ended_at: secs },
  ...{ problem: null, has_report: true, ...more },
})
const imports = {
  max_import_mib: 2_048,
  imports: [
    imported(3, { state: 'running', phase: 'messages', percentage: 63, has_report: false }),
    imported(2, { state: 'failed', problem: 'users.json is damaged: it ends in the middle', has_report: false }),
    imported(1, { dry_run: true }),
  ],
}
const backup = (name: string, made_at: number, is_sound: boolean | null) => ({
  ...{ name, made_at, size: 48_000_000, files: 812, encrypted: is_sound === true, is_sound },
  checked_at: is_sound === null ? null : made_at,
})
const backups = {
  backups: [
    backup('loquat-2026-03-05T12-00-00Z', secs - 9_000, null),
    backup('loquat-2026-03-05T06-00-00Z', secs - 30_600, true),
    backup('loquat-2026-03-05T00-00-00Z', secs - 52_200, false),
  ],
  every_seconds: 21_600,
  failed_at: secs - 600,
}

const synchronised = (id: number, more: object) => ({
  ...{ id, acting_user_id: null, dry_run: false, state: 'done', phase: null, people: 1_206, counts: { people: 1_206 } },
  ...{ requested_at: secs - id * 600, started_at: secs - id * 600, ended_at: secs - id * 600 + 12, problem: null },
  ...more,
})
const changedRun = synchronised(3, {
  counts: { people: 1_206, create: 2, address: 1, profile: 1, deactivate: 1, join: 1, problems: 1 },
})
const directories = {
  directories: [
    { name: 'company', host: 'ldap.with-a-long-name.company.example:636', accounts: 'sync' },
    { name: 'partners', host: '192.0.2.7', accounts: 'rules' },
  ],
  every_minutes: 60,
  runs: [
    synchronised(0, { state: 'running', phase: 'reading', people: 500, ended_at: null }),
    synchronised(1, {
      ...{ state: 'held back', acting_user_id: 1 },
      problem: 'company: 240 of 1206 accounts would have been deactivated, and at most 20 % are',
    }),
    synchronised(2, { state: 'failed', problem: 'company cannot be reached (ECONNREFUSED)', people: 0 }),
    changedRun,
    synchronised(4, { dry_run: true, acting_user_id: 1 }),
  ],
}
const runInFull = {
  run: {
    ...changedRun,
    changes: [
      { kind: 'create', name: 'Grace Hopper', user_id: 40, detail: 'grace@company.example' },
      { kind: 'create', name: 'Somebody with a name that is rather long', user_id: 41, detail: 'long@company.example' },
      { kind: 'address', name: 'Ben', user_id: 2, detail: 'ben.new@company.example' },
      { kind: 'role', name: 'Cleo', user_id: 3, detail: 'moderator' },
      { kind: 'deactivate', name: 'Dora', user_id: 30, detail: '' },
      { kind: 'join', name: 'Cleo', user_id: 3, detail: 'Developers' },
    ],
    problems: [{ name: 'Ada', problem: 'The owner permission cannot be taken from the only organization owner.' }],
  },
}

/** Pages about people and about running an organization. */
export const runningSettingsEntries: readonly Entry[] = [
  { name: 'people, active', hash: '#organization/users/active', told, after: seen('.person-line') },
  { name: 'people, ten thousand', hash: '#organization/users/active', told: many, after: seen('.person-line') },
  {
    name: 'people, some chosen',
    hash: '#organization/users/active',
    told,
    after: pressed('.list-line input', '.person-line input'),
  },
  {
    name: 'people, what can be done',
    hash: '#organization/users/active',
    told,
    after: pressed('.person-line .icon-button'),
  },
  {
    name: 'people, a new account',
    hash: '#organization/users/active',
    told,
    after: pressed('.at-end'),
  },
  { name: 'people, for a member', hash: '#organization/users/active', told: asMember, after: seen('.person-line') },
  {
    name: 'people, a role',
    hash: '#organization/users/active',
    told,
    after: pressed('.list-line input', '.bulk-bar button:nth-child(1)'),
  },
  {
    name: 'people, into groups',
    hash: '#organization/users/active',
    told,
    after: pressed('.list-line input', '.bulk-bar button:nth-child(2)'),
  },
  {
    name: 'people, into channels',
    hash: '#organization/users/active',
    told,
    after: pressed('.list-line input', '.bulk-bar button:nth-child(3)'),
  },
  {
    name: 'people, deactivating them',
    hash: '#organization/users/active',
    told,
    after: pressed('.list-line input', '.bulk-bar .danger ~ .danger', '.dialog fieldset .pick:nth-child(3) input'),
  },
  {
    name: 'people, imported',
    hash: '#organization/users/imported',
    told,
    answers: { 'POST /invites/imported': { invited: 1, already_invited: 0, not_allowed: 0, remaining: 0 } },
    after: pressed('.list-line .at-end'),
  },
  {
    name: 'people, deactivated',
    hash: '#organization/users/deactivated',
    told,
    answers: { 'POST /users/30/reactivate': 'There is no room for one more.' },
    after: async () => {
      ;(await there('.person-line button')).click()
      await seen('.setting-problem')()
    },
  },
  {
    name: 'invitations',
    hash: '#organization/users/invitations',
    told,
    answers: { 'GET /invites': invites },
    after: seen('.records'),
  },
  {
    name: 'invitations, a new one',
    hash: '#organization/users/invitations',
    told,
    answers: { 'GET /invites': { invites: [] } },
    after: async () => {
      await seen('.list-empty')()
      await pressed('.list-line .button')()
    },
  },
  {
    name: 'invitations, a new one until a time',
    hash: '#organization/users/invitations',
    told,
    answers: { 'GET /invites': { invites: [] } },
    after: async () => {
      await seen('.list-empty')()
      await pressed('.list-line .button')()
      const life = (await there('dialog select:has(option[value="-1"])')) as HTMLSelectElement
      life.value = '-1'
      life.dispatchEvent(new Event('change', { bubbles: true }))
      ;(await there('dialog [type=datetime-local]')).scrollIntoView()
      await painted()
    },
  },
  { name: 'all bots', hash: '#organization/bots', told, after: seen('.person-line') },
  { name: 'integrations', hash: '#organization/integrations', told, after: seen('.records') },
  ...integrationEntries(told),
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
    after: pressed('.segments label:nth-child(2) input', '.records .button'),
  },
  {
    name: 'reports, what was done',
    hash: '#organization/reports',
    told,
    answers: { 'GET /message_reports': reports },
    after: pressed('.records .primary'),
  },
  {
    name: 'audit log',
    hash: '#organization/audit-log',
    told,
    answers: { 'GET /audit_log': entries },
    after: pressed('.records summary'),
  },
  {
    name: 'statistics',
    hash: '#organization/statistics',
    told,
    answers: { 'GET /statistics': statistics },
    after: pressed('.settings-page summary'),
  },
  {
    name: 'exports',
    hash: '#organization/data-exports-admin',
    told: { ...told, realm_owner_full_content_access: true },
    answers: {
      'GET /export/realm': exports,
      'GET /export/realm/consents': consents,
      'POST /export/realm': 'An organization can start up to 5 exports per week.',
    },
    after: async () => {
      await seen('.records')()
      await pressed('.choices label:last-child input', '.settings-page > .button.primary')()
      await seen('.setting-problem')()
    },
  },
  {
    name: 'directories',
    hash: '#organization/directories',
    told,
    answers: { 'GET /directories': directories, 'GET /directories/runs/3': runInFull },
    after: async () => {
      await seen('.records')()
      await pressed('.records summary')()
      await seen('.run-changes')()
    },
  },
  {
    name: 'directories, none',
    hash: '#organization/directories',
    told,
    answers: { 'GET /directories': { directories: [], every_minutes: 60, runs: [] } },
    after: seen('.list-empty'),
  },
  {
    name: 'imports',
    hash: '#organization/imports',
    told,
    answers: { 'GET /imports': imports },
    after: seen('.records'),
  },
  {
    name: 'backups',
    hash: '#organization/backups',
    told: { ...told, realm_is_root: true },
    answers: { 'GET /server/backups': backups },
    after: seen('.records'),
  },
  {
    name: 'directory',
    hash: '#organization/directory',
    told,
    answers: {
      'GET /scim': directory,
      'GET /scim/requests': directoryRequests,
      'GET /realm/profile_fields': { custom_fields: [{ id: 1, type: 1, name: 'What I do', order: 1 }] },
    },
    after: seen('.records li'),
  },
  {
    name: 'directory, a new token',
    hash: '#organization/directory',
    told,
    answers: {
      'GET /scim': { ...directory, enabled: false, tokens: [], people: 0, groups: 0, profile_fields: {} },
      'GET /scim/requests': { requests: [] },
      'GET /realm/profile_fields': { custom_fields: [] },
    },
    after: pressed('.token-buttons .primary'),
  },
]
