import type { Entry } from './entries.ts'
import { asMember, day, secs, told as team } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'
import { there } from './waiting.ts'

const told = { ...team, realm_join_gate: 'open', realm_join_questions: [] }
const newcomer = (user_id: number, more: object) => ({
  ...{ user_id, joined_at: secs - 3_600, message_count: 12, held_count: 1, is_read_only: false, is_welcomed: false },
  ...more,
})
const newcomers = {
  people: [
    newcomer(3, {}),
    newcomer(2, { message_count: 1, held_count: 0, is_read_only: true }),
    newcomer(4, { message_count: 0, held_count: 0, is_welcomed: true }),
  ],
  has_more: false,
  total: 3,
  since: secs - day,
}
const lockdown = {
  ...{ started_at: secs, until: 4_000_000_000, reason: 'A wave of spam since noon' },
  ...{ joined_since: 0, slow_mode_seconds: 30 },
}
const hash = '#organization/community-safety'
const rule = {
  ...{ is_enabled: true, applies_to: 'members', stream_ids: null, action: 'refuse', message: '' },
  ...{ checks_profiles: false, restrict_minutes: 1_440 },
}
const rules = [
  { ...rule, id: 1, name: 'No gambling', condition: { kind: 'words', words: ['casino', 'jackpot'] }, action: 'hold' },
  {
    ...{ ...rule, id: 2, name: 'Links', stream_ids: [1], is_enabled: false },
    condition: { kind: 'links', mode: 'never', domains: ['spam.example'] },
  },
]
export const safetyAnswers = { 'GET /lockdown/newcomers': newcomers, 'GET /moderation_rules': { rules } }

export const lockdownEntries: readonly Entry[] = [
  {
    name: 'lockdown',
    hash,
    told: { ...told, lockdown },
    answers: safetyAnswers,
    after: pressed('.newcomers .selection-line input'),
  },
  {
    name: 'lockdown, no new members',
    hash,
    told,
    answers: { ...safetyAnswers, 'GET /lockdown/newcomers': { ...newcomers, people: [] } },
    after: seen('.list-empty'),
  },
  {
    name: 'lockdown, starting',
    hash,
    told,
    answers: safetyAnswers,
    after: pressed('.lockdown > .lockdown-buttons > .button'),
  },
  {
    name: 'lockdown, ending',
    hash,
    told: { ...told, lockdown },
    answers: safetyAnswers,
    after: pressed('.lockdown > .lockdown-buttons > .button'),
  },
  {
    name: 'lockdown, removing people',
    hash,
    told: { ...told, lockdown },
    answers: safetyAnswers,
    after: pressed('.newcomers .selection-line input', '.newcomers .lockdown-buttons .button:nth-of-type(2)'),
  },
  {
    name: 'moderation rule',
    hash,
    told,
    answers: safetyAnswers,
    after: pressed('[aria-haspopup="dialog"].add'),
  },
  {
    name: 'new member during a lockdown',
    hash: '#narrow/channel/1-design/topic/release.202.2E4',
    told: { ...asMember, lockdown },
    after: async () => void (await there('#compose .banner.stops')),
  },
]
