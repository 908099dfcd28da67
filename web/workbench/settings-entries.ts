import { roles } from '#contract'
import { policies } from '../../src/features/channels/user-topics/api.ts'
import { serviceInterfaces } from '../../src/features/people/users/bot-wire.ts'
import type { Entry } from './entries.ts'
import { told } from './team.ts'
import { painted, there } from './waiting.ts'

const page =
  (selector = '.setting') =>
  async () => {
    await there(selector)
    await painted()
  }
const typedInto = (id: string, text: string) => async () => {
  const field = (await there(`#setting-${id}`)) as HTMLInputElement
  field.focus()
  field.select()
  document.execCommand('insertText', false, text)
  await painted()
}
/** The controls by themselves: no real page has all their states. */
const controls = async () => {
  const { openSpecimens } = await import('./setting-specimens.tsx')
  openSpecimens()
  await there('.settings-page .crop, .settings-page .list-of')
  await painted()
}

const click = async (selector: string, shown: string) => {
  ;(await there(selector)).click()
  await there(shown)
  await painted()
}

const people = (told.realm_users as { user_id: number }[]).map((one) => ({
  ...one,
  role: roles.owner,
  is_owner: one.user_id === 1,
}))
const bot = (user_id: number, full_name: string, bot_type: number) => ({
  ...people[0],
  user_id,
  full_name,
  email: `${full_name.toLowerCase().replaceAll(' ', '-')}-bot@example.com`,
  delivery_email: null,
  is_bot: true,
  bot_type,
  bot_owner_id: 1,
  profile_data: {},
})
const token = (id: number, name: string, more: object) => ({
  ...{ id, user_id: 1, name, scopes: ['read'], channel_ids: null, date_created: 1772720000, expires_at: null },
  ...{ last_used: null, program: null, ...more },
})
const asked = {
  ...{ id: 2, user_id: 1, token_id: 1, agent: 'Weekly digest', operation: 'POST /messages', approver: 'person' },
  params: { type: 'channel', to: 'design', topic: 'week 12', content: 'What was **new** this week:\n- looms\n- dyes' },
  ...{ reason: 'announcements', state: 'waiting', time: 1772806400, expires_at: 1772892800 },
  ...{ decided_by: null, decided_at: null, problem: null, result: null },
}
const agentRequests = [
  asked,
  { ...asked, id: 1, state: 'failed', decided_by: 1, decided_at: 1772806500, problem: 'This channel is archived.' },
]
const agentChange = (id: number, operation: string, deeds: object[], more = {}) => ({
  ...{ id, user_id: 1, token_id: 1, agent: 'Weekly digest', request_id: `r${id}`, operation, time: 1772806400, deeds },
  ...{ undo_until: 4102444800, undone_at: null, undone_by: null, ...more },
})
const agentChanges = [
  agentChange(4, 'POST /messages', [{ kind: 'message', message_id: 101, count: 1 }]),
  agentChange(3, 'PATCH /messages/{message_id}', [
    { kind: 'move', message_id: 101, count: 12 },
    { kind: 'message', message_id: 130, count: 1 },
  ]),
  agentChange(2, 'DELETE /messages/{message_id}', [{ kind: 'deletion', message_id: 102, count: 1 }], {
    ...{ undo_until: null, undone_at: 1772807000, undone_by: 1 },
  }),
  agentChange(1, 'PATCH /settings', [], { undo_until: null }),
]
const tokens = [
  token(1, 'Weekly digest', { scopes: ['read', 'write'], last_used: 1772806400 }),
  token(2, 'Assistant of the whole house, which writes and asks', {
    ...{ scopes: ['read', 'write', 'channels', 'admin'], channel_ids: [1, 2], expires_at: 1772720000 },
  }),
  token(3, 'Weaver', { program: { name: 'Weaver', host: '127.0.0.1:4321' }, last_used: 1772806400 }),
]
const bots = {
  realm_users: [...people, bot(20, 'Weather', 1), bot(21, 'Deploys of the whole house', 3)],
  realm_bots: [20, 21].map((user_id) => ({
    user_id,
    default_sending_stream: user_id === 20 ? 'design' : null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services:
      user_id === 21
        ? [
            {
              base_url: 'https://example.com/a/rather/long/address/to/post/to',
              interface: serviceInterfaces.own,
              token: 'abcdefghijklmnop',
            },
          ]
        : [],
    integrations: [],
  })),
  realm_can_create_bots_group: { direct_members: [1], direct_subgroups: [] },
  realm_bot_domain: 'example.com',
}
const fields = [
  { id: 1, type: 1, name: 'What I do', hint: 'In a few words', field_data: '' },
  { id: 2, type: 6, name: 'Asks', hint: '', field_data: '' },
  {
    id: 3,
    type: 3,
    name: 'Office',
    hint: '',
    field_data: '{"a":{"text":"Here","order":"1"},"b":{"text":"Elsewhere","order":"2"}}',
  },
  { id: 4, type: 4, name: 'Birthday', hint: '', field_data: '' },
  { id: 5, type: 2, name: 'About me', hint: '', field_data: '' },
].map((one) => ({ ...one, order: one.id, required: one.id === 5, editable_by_user: one.id !== 1 }))
const file = (id: number, name: string, size: number) => ({
  id,
  name,
  path_id: `1/${id}/${name}`,
  size,
  create_time: 1772720000 - id * 90_000,
  message_ids: id === 2 ? [] : [101],
  messages: [],
})
const files = {
  attachments: [
    file(1, 'the plan.pdf', 2_400_000),
    file(2, 'a film with a name that is rather long, for a name, and goes on.mp4', 91_000_000),
    file(3, 'notes.txt', 812),
  ],
  upload_space_used: 340_000_000,
}
const userTopics = [
  { stream_id: 1, topic_name: 'release 2.4', visibility_policy: policies.followed, last_updated: 1772720000 },
  {
    stream_id: 2,
    topic_name: 'a topic with a name that is about as long as they may be',
    visibility_policy: policies.muted,
    last_updated: 1772620000,
  },
]
const device = { push_key_id: 1, pending_push_token_id: null, push_token_last_updated_timestamp: 1 }
const devices = {
  4: { ...device, push_token_id: 'x', push_registration_error_code: null },
  5: { ...device, push_token_id: null, push_registration_error_code: 'INVALID_TOKEN' },
}

export const settingsEntries: readonly Entry[] = [
  { name: 'settings, all pages', hash: '#settings', after: page('.settings-list .entry') },
  { name: 'settings, appearance', hash: '#settings/appearance', after: page() },
  { name: 'settings, language and time', hash: '#settings/language-and-time', after: page('#setting-timezone') },
  {
    name: 'settings, a device in another time zone',
    hash: '#settings/language-and-time',
    after: async () => {
      await page('#setting-timezone')()
      const { showNote } = await import('../app/time-zone-note.ts')
      showNote('Europe/Berlin', 'America/New_York')
      await there('.toast:popover-open')
    },
  },
  { name: 'settings, messages', hash: '#settings/messages', after: page() },
  { name: 'settings, privacy', hash: '#settings/privacy', after: page() },
  { name: 'settings, opened from search', hash: '#settings/navigation/web_home_view', after: page('.is-asked') },
  {
    name: 'settings, one that is looked for',
    hash: '#settings',
    after: async () => {
      await page('.settings-list .filter')()
      const { loadSettingTexts } = await import('../settings/found-settings.ts')
      await loadSettingTexts()
      ;(await there('.settings-list .filter')).focus()
      document.execCommand('insertText', false, 'snooze')
      await there('.settings-found')
      await painted()
    },
  },
  {
    name: 'settings, a number that does not fit',
    hash: '#settings/appearance',
    after: typedInto('web_font_size_px', '99'),
  },
  {
    name: 'settings, one that was refused',
    hash: '#settings/messages',
    answers: { 'PATCH /settings': 'That is not for you.' },
    after: async () => {
      ;(await there('#setting-enter_sends')).click()
      await there('[data-setting=enter_sends] .setting-problem:not(:empty)')
    },
  },
  {
    name: 'settings, profile',
    hash: '#settings/profile',
    told: { realm_users: people, custom_profile_fields: fields },
    after: page('#setting-field-5'),
  },
  {
    name: 'settings, profile that others look after',
    hash: '#settings/profile',
    told: { custom_profile_fields: fields, realm_name_changes_disabled: true, realm_avatar_changes_disabled: true },
    after: page('.setting-locked'),
  },
  {
    name: 'settings, something changed by somebody else meanwhile',
    hash: '#settings/profile',
    told: { realm_users: people, custom_profile_fields: fields },
    after: async () => {
      await typedInto('full_name', 'Ada King')()
      const { part } = await import('../store/connection.ts')
      const users = part<typeof people>('realm_users') as { value: unknown }
      users.value = people.map((one) => (one.user_id === 1 ? { ...one, full_name: 'Countess of Lovelace' } : one))
      await there('.setting-other')
    },
  },
  {
    name: 'settings, cutting a picture to size',
    hash: '#settings/profile',
    after: async () => {
      await page()()
      const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 400 })
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D
      pen.fillStyle = '#d98e04'
      pen.fillRect(0, 0, 600, 400)
      pen.fillStyle = '#7a3b00'
      pen.fillRect(240, 140, 120, 120)
      const { openCrop } = await import('../controls/crop-dialog.tsx')
      const picture = await createImageBitmap(canvas)
      openCrop({ picture, aspect: 1, width: 512, name: 'a.png', type: 'image/png', use: async () => {} })
      await there('.crop')
      await painted()
    },
  },
  { name: 'settings, account', hash: '#settings/account', after: page() },
  {
    name: 'settings, a new password',
    hash: '#settings/account',
    after: () => click('#setting-password', '.dialog form'),
  },
  {
    name: 'settings, the API key',
    hash: '#settings/account',
    answers: { 'POST /fetch_api_key': { api_key: 'abcdefghijklmnopqrstuvwxyz012345', email: '', user_id: 1 } },
    after: async () => {
      await click('#setting-api-key', '.dialog input[type=password]')
      ;(await there('.dialog input[type=password]')).focus()
      document.execCommand('insertText', false, 'secret')
      await painted()
      await click('.dialog .primary', '.secret')
    },
  },
  {
    name: 'settings, leaving',
    hash: '#settings/account',
    after: () => click('#setting-deactivate', '.dialog form'),
  },
  { name: 'settings, notifications', hash: '#settings/notifications', after: page('.notification-table') },
  {
    name: 'settings, a notification that was refused',
    hash: '#settings/notifications/enable_sounds',
    answers: { 'PATCH /settings': 'That is not for you.' },
    after: () => click('#setting-enable_sounds', '.notification-cell .refused'),
  },
  { name: 'settings, topics', hash: '#settings/topics', told: { user_topics: userTopics }, after: page('.list-row') },
  { name: 'settings, no topics', hash: '#settings/topics', after: page() },
  {
    name: 'settings, alert words',
    hash: '#settings/alert-words',
    told: { alert_words: ['soup', 'release'] },
    after: page('.list-row'),
  },
  { name: 'settings, no alert words', hash: '#settings/alert-words', after: page('.list-empty') },
  {
    name: 'settings, muted people',
    hash: '#settings/muted-users',
    told: { muted_users: [{ id: 3, timestamp: 1772720000 }] },
    after: page('.list-row'),
  },
  {
    name: 'settings, uploaded files',
    hash: '#settings/uploaded-files',
    told: { realm_upload_quota_mib: 500 },
    answers: { 'GET /attachments': files },
    after: page('.list-row'),
  },
  {
    name: 'settings, a file to be deleted',
    hash: '#settings/uploaded-files',
    answers: { 'GET /attachments': files },
    after: () => click('.list-row button', '.dialog form'),
  },
  {
    name: 'settings, uploaded files that do not come',
    hash: '#settings/uploaded-files',
    answers: { 'GET /attachments': 'Not now.' },
    after: page('.setting-problem:not(:empty)'),
  },
  { name: 'settings, your bots', hash: '#settings/your-bots', told: bots, after: page('.bots li') },
  { name: 'settings, no bots', hash: '#settings/your-bots', after: page('.list-empty') },
  {
    name: 'settings, a new bot',
    hash: '#settings/your-bots',
    told: bots,
    after: () => click('.bot-buttons .primary', '.dialog form'),
  },
  {
    name: 'settings, a bot being changed',
    hash: '#settings/your-bots',
    told: bots,
    after: () => click('.bots .bot-actions .button', '.dialog form'),
  },
  {
    name: 'settings, browsers and phones',
    hash: '#settings/sessions',
    told: { devices },
    answers: {
      'GET /web_push': {
        public_key: '',
        subscriptions: [{ device_id: 1, host: 'push.example.com', date_created: 1772720000 }],
      },
    },
    after: page('.browsers'),
  },
  {
    name: 'settings, access tokens',
    hash: '#settings/access-tokens',
    told: bots,
    answers: { 'GET /access_tokens': { access_tokens: tokens } },
    after: page('.list-of'),
  },
  {
    name: 'settings, a new access token',
    hash: '#settings/access-tokens',
    after: async () => {
      await click('.setting-buttons .primary', '.dialog form')
      await click('.dialog input[type=radio]:not(:checked)', '.token-channels')
    },
  },
  {
    name: 'settings, second factor',
    hash: '#settings/second-factor',
    answers: {
      'GET /passkeys': {
        passkeys: [
          { id: 1, name: 'Laptop', date_created: 1772720000, last_used: 1772806400 },
          { id: 2, name: 'The key on the ring of the whole house', date_created: 1772720000, last_used: null },
        ],
      },
      'GET /second_factor': {
        second_factor: { is_on: true, date_enabled: 1772720000, recovery_codes_left: 9, is_required: false },
      },
    },
    after: page('.second-factor'),
  },
  { name: 'settings, agents that have done nothing', hash: '#settings/agents', after: page('.agents .list-empty') },
  {
    name: 'settings, agents',
    hash: '#settings/agents',
    told: bots,
    answers: {
      'GET /agent_requests': { requests: agentRequests, has_more: false },
      'GET /agent_acts': { acts: agentChanges, has_more: true },
    },
    after: page('.agent-changes'),
  },
  { name: 'settings, keyboard', hash: '#settings/keyboard', after: page('.key-rows') },
  { name: 'settings, controls', hash: '#settings/appearance', after: controls },
]
