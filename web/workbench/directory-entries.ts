import type { Entry } from './entries.ts'
import { day, secs, told } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'

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

export const directoryEntries: readonly Entry[] = [
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
