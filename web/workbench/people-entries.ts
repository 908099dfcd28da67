import { roles } from '#contract'
import type { Entry } from './entries.ts'
import { asMember, day, many, secs, told } from './organization-team.ts'
import { pressed, seen } from './settings-page.ts'
import { painted, there, until } from './waiting.ts'

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

export const peopleEntries: readonly Entry[] = [
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
    hash: '#organization/invitations',
    told,
    answers: { 'GET /invites': invites },
    after: seen('.records'),
  },
  {
    name: 'invitations, a new one',
    hash: '#organization/invitations',
    told,
    answers: { 'GET /invites': { invites: [] } },
    after: async () => {
      await seen('.list-empty')()
      await pressed('.list-line .button')()
    },
  },
  {
    name: 'invitations, a link with all options',
    hash: '#organization/users/invitations',
    told,
    answers: {
      'GET /invites': { invites: [] },
      'POST /invites/multiuse': { invite_link: 'https://chat.example.com/join/abcdefghijklmnopqrstuvwxyz0123456789' },
    },
    after: async () => {
      await seen('.list-empty')()
      await pressed('.list-line .button', '.invite-more > summary', '.invite-link .button')()
      await until('a link', () => document.querySelector<HTMLInputElement>('.invite-link input')?.value)
    },
  },
  {
    name: 'invitations, a new one until a time',
    hash: '#organization/invitations',
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
]
