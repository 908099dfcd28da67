import type { Entry } from './entries.ts'
import { day, secs, told, users } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'

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
  ...{
    counts: { 'messages in channels': 900, 'people with an existing account': 12 },
    requested_at: secs - id,
    started_at: secs,
    ended_at: secs,
  },
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

const serverStatus = {
  ...{ version: '0.1.0', node_version: '20.19.5' },
  database: { embedded: true, version: '18.0', size: 412_000_000 },
  disk: { free: 1_900_000_000, total: 40_000_000_000, level: 'low' },
  backups: { verified_at: secs - 30_600, failed_at: null, every_seconds: 21_600 },
  mail: { configured: true, waiting: 3, oldest_seconds: 5_400 },
  jobs: { overdue: 0, wait_seconds: 0 },
}

export const dataEntries: readonly Entry[] = [
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
    name: 'server status',
    hash: '#organization/status',
    told: { ...told, realm_is_root: true },
    answers: { 'GET /server/status': serverStatus },
    after: seen('.server-status'),
  },
]
