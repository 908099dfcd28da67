import type { Signal } from '@preact/signals'
import { botTypes, roles } from '#contract'
import { serverSupportedPermissionSettings } from '../../src/features/people/organization/permission-settings.ts'
import { t as channelGeneral } from '../texts/channel-general.ts'
import type { Entry } from './entries.ts'
import { painted, there } from './waiting.ts'

const systemNames = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners']
const own = {
  can_add_members_group: 51,
  can_join_group: 54,
  can_leave_group: 52,
  can_manage_group: { direct_members: [2], direct_subgroups: [] },
  can_mention_group: 52,
  can_remove_members_group: 58,
}
const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[], more: object = {}) => ({
  id,
  name,
  description: '',
  members,
  direct_subgroup_ids,
  is_system_group: false,
  deactivated: false,
  date_created: 1772000000,
  creator_id: 2,
  ...own,
  ...more,
})
const many = Array.from({ length: 30 }, (_, index) => index + 20)
/** The role groups, each a subgroup of the one before it: 51 to 57, and the empty one, 58. */
export const permissionGroups = [
  ...systemNames.map((name, index) =>
    group(
      51 + index,
      `role:${name}`,
      index === 6 ? [1] : index === 2 ? [2, ...many] : index === 1 ? [4] : [],
      index < 6 ? [52 + index] : [],
      {
        is_system_group: true,
      },
    ),
  ),
  group(58, 'role:nobody', [], [], { is_system_group: true }),
  group(70, 'designers', [1, 2, 3], [], { description: 'Who says how it looks' }),
  group(71, 'staff', [...many.slice(0, 9), 4], [70], { description: 'Everybody who is paid' }),
  group(72, 'a group with a name that is rather long, as names of groups are', [], []),
]
const person = (id: number, full_name: string, role: number = roles.member, more: object = {}) => ({
  user_id: id,
  full_name,
  email: `user${id}@example.com`,
  delivery_email: `user${id}@example.com`,
  is_active: true,
  is_bot: false,
  avatar_version: 1,
  role,
  date_joined: '2025-11-03T08:00:00Z',
  timezone: '',
  profile_data: {},
  ...more,
})
const people = (role: number) => [
  person(1, 'Ada Lovelace', role),
  person(2, 'Ben'),
  person(3, 'Cleo with a name that is rather long, for a name', roles.administrator),
  person(4, 'Gus', roles.guest),
  ...many.map((id) => person(id, `Person ${id}`)),
]
const inRole = ({ name, members }: { name: string; members: number[] }, role: number) => [
  ...(roleGroups[role] === name ? [1] : []),
  ...members.filter((id) => id !== 1),
]
const roleGroups: Readonly<Record<number, string>> = {
  [roles.owner]: 'role:owners',
  [roles.member]: 'role:members',
  [roles.guest]: 'role:everyone',
}
const permissions = {
  can_send_message_group: 52,
  can_create_topic_group: { direct_members: [2, 3], direct_subgroups: [70, 71] },
  can_subscribe_group: { direct_members: [1], direct_subgroups: [70] },
  can_add_subscribers_group: 70,
  can_remove_subscribers_group: 56,
  can_move_messages_within_channel_group: 71,
  can_move_messages_out_of_channel_group: 58,
  can_resolve_topics_group: { direct_members: [1, 2, 3, 20, 21, 22, 23], direct_subgroups: [] },
  can_delete_any_message_group: 55,
  can_delete_own_message_group: 54,
  can_administer_channel_group: { direct_members: [2], direct_subgroups: [] },
}
export const channelAs = (role: number, more: object = {}) => ({
  realm_user_groups: permissionGroups.map((one) =>
    one.is_system_group ? { ...one, members: inRole(one, role) } : one,
  ),
  server_supported_permission_settings: serverSupportedPermissionSettings,
  realm_users: people(role),
  realm_can_set_delete_message_policy_group: 56,
  realm_can_set_topics_policy_group: 56,
  realm_can_add_subscribers_group: 53,
  realm_can_create_groups: 53,
  realm_can_manage_all_groups: 57,
  realm_can_invite_users_group: 71,
  realm_can_create_private_channel_group: 53,
  realm_can_create_public_channel_group: 53,
  realm_message_retention_days: -1,
  subscriptions: [
    {
      stream_id: 1,
      name: 'design',
      description: 'How it looks and **feels**',
      rendered_description: '<p>How it looks and <strong>feels</strong></p>',
      color: '#3778c8',
      invite_only: true,
      is_web_public: false,
      history_public_to_subscribers: true,
      is_archived: false,
      is_muted: false,
      pin_to_top: false,
      is_recently_active: true,
      subscriber_count: 3,
      stream_weekly_traffic: 12,
      message_retention_days: null,
      folder_id: null,
      creator_id: 2,
      date_created: 1772000000,
      topics_policy: 'inherit',
      subscribers: [1, 2, 3],
      ...permissions,
      ...more,
    },
  ],
})

const shown = (selector: string) => async () => {
  await there(selector)
  await painted()
}
const pressed = async (name: string, button: string) => {
  ;(await there(`#${name} button${button}`)).click()
  await painted()
}
/** Opens the choices of a permission; a key chooses one: a role's id, or `custom`. */
const choosing = async (name: string, key?: string) => {
  await pressed(name, '.permission-picker')
  await there('.menu')
  if (key === undefined) return
  ;(await there(`.menu [data-key="${key}"]`)).click()
  await painted()
}
const choosingCustom = async () => {
  await choosing('can_create_topic_group', 'custom')
  await there('#can_create_topic_group input')
}
const refusing = (msg: string) => {
  const usual = globalThis.fetch
  globalThis.fetch = async (input, init) =>
    init?.method === 'PATCH'
      ? new Response(JSON.stringify({ result: 'error', code: 'BAD_REQUEST', msg }), { status: 400 })
      : usual(input, init)
}
const hash = '#channels/1/design/permissions'
const general = '#channels/1/design/general'
const files = '#channels/1/design/files'
const shared = (id: number, sender_id: number, content: string) => ({
  id,
  type: 'stream',
  stream_id: 1,
  display_recipient: 'design',
  subject: 'release 2.4',
  sender_id,
  sender_full_name: sender_id === 2 ? 'Ben' : 'Ada Lovelace',
  sender_email: `user${sender_id}@example.com`,
  timestamp: 1772710000 + id,
  content,
  content_type: 'text/html',
  flags: [],
  reactions: [],
  submessages: [],
  topic_links: [],
  client: 'website',
  is_me_message: false,
})
const sharedFiles = {
  messages: [
    shared(901, 2, '<p><a href="/user_uploads/1/ab/plan.pdf">Plan for the autumn.pdf</a></p>'),
    shared(
      902,
      1,
      '<p><a href="/user_uploads/1/cd/logo.png">logo.png</a></p><div class="message_inline_image"><a href="/user_uploads/1/cd/logo.png" title="logo.png"><img src="/user_uploads/thumbnail/1/cd/logo.png/840x560.webp"></a></div>',
    ),
    shared(
      903,
      2,
      '<p><a href="/user_uploads/1/ef/notes.txt">a-file-with-a-name-that-is-rather-long-for-a-file-and-has-no-spaces-in-it.txt</a></p>',
    ),
  ],
  found_oldest: true,
  found_newest: true,
  found_anchor: true,
  history_limited: false,
}
const bots = {
  realm_bots: [60, 61, 62, 63].map((user_id) => ({
    user_id,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
    integrations: user_id === 60 ? [{ name: 'json', usual: { stream_id: 1 } }] : [],
  })),
}
const withBots = (role: number) => {
  const all = channelAs(role)
  const bot = (id: number, name: string, bot_owner_id: number) =>
    person(id, name, roles.member, { is_bot: true, bot_type: botTypes.incomingWebhook, bot_owner_id })
  const some = [
    bot(60, 'Alerts', 1),
    bot(61, 'What the machines in the cellar say about themselves', 3),
    bot(62, 'Tickets', 4),
    bot(63, 'Builds', 1),
  ]
  return { ...all, ...bots, realm_users: [...all.realm_users, ...some] }
}
const webhooks = {
  'GET /streams/1/incoming_webhooks': {
    incoming_webhooks: [
      { bot_id: 60, posts_since: null, posted_last: null },
      { bot_id: 61, posts_since: 1_700_000_000, posted_last: 1_780_000_000 },
    ],
  },
}
const owner = channelAs(roles.owner)

const opened = (selector: string) => async () => {
  const one = (await there(selector)) as HTMLDetailsElement
  one.open = true
  one.scrollIntoView()
  await painted()
}

export const permissionEntries: readonly Entry[] = [
  { name: 'permissions of a channel', hash, told: owner, after: shown('.group-setting') },
  {
    name: 'permissions of a channel, for who cannot change them',
    hash,
    told: channelAs(roles.member),
    after: shown('.group-setting'),
  },
  { name: 'permission, list open', hash, told: owner, after: () => choosing('can_subscribe_group') },
  {
    name: 'permission, searching by name',
    hash,
    told: owner,
    after: async () => {
      await choosingCustom()
      document.execCommand('insertText', false, 'pers')
      await painted()
    },
  },
  {
    name: 'permission, custom',
    hash,
    told: owner,
    after: async () => {
      await choosingCustom()
      await painted()
    },
  },
  {
    name: 'permission, unsaved',
    hash,
    told: owner,
    after: () => choosing('can_create_topic_group', '55'),
  },
  {
    name: 'a permission that is refused',
    hash,
    told: owner,
    after: async () => {
      await choosing('can_create_topic_group', '55')
      refusing("'can_create_topic_group' cannot be set to the group 'role:internet'.")
      await pressed('can_create_topic_group', '[type=submit]')
      await there('.problem')
    },
  },
  {
    name: 'a permission that is saved',
    hash,
    told: owner,
    after: async () => {
      await choosing('can_create_topic_group', '55')
      await pressed('can_create_topic_group', '[type=submit]')
      await painted()
    },
  },
  {
    name: 'a permission that somebody else changes',
    hash,
    told: owner,
    after: async () => {
      await choosing('can_create_topic_group', '55')
      const { subscriptions } = await import('../store/channels.ts')
      const told = subscriptions as Signal
      told.value = channelAs(roles.owner, { can_create_topic_group: 54 }).subscriptions
      await there('.group-setting-change')
    },
  },
  { name: 'what somebody may do in a channel', hash, told: owner, after: opened('.verdicts') },
  {
    name: 'what those in a group may do in a channel',
    hash,
    told: owner,
    after: async () => {
      await opened('.verdicts')()
      const text = (await there('.verdicts input')) as HTMLInputElement
      text.focus()
      text.value = 'staff'
      text.dispatchEvent(new Event('input', { bubbles: true }))
      await there('.verdicts [role=option]')
      text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      await painted()
    },
  },
  {
    name: 'what a guest may do in a channel',
    hash,
    told: channelAs(roles.guest),
    after: opened('.verdicts'),
  },
  {
    name: 'who can do something',
    hash,
    told: owner,
    after: async () => {
      await pressed('can_create_topic_group', '.plain')
      await there('dialog .directory-row')
      await painted()
    },
  },
  {
    name: 'settings of a channel',
    hash: general,
    told: withBots(roles.owner),
    answers: webhooks,
    after: shown('.setting'),
  },
  {
    name: 'settings of a channel, what comes from outside',
    hash: general,
    told: withBots(roles.owner),
    answers: webhooks,
    after: async () => {
      ;(await there('.webhook')).scrollIntoView()
      await opened(`[aria-label="${channelGeneral.webhooks}"] details`)()
    },
  },
  {
    name: 'settings of a channel, where the server takes no mail',
    hash: general,
    told: { ...withBots(roles.owner), server_takes_mail: false },
    answers: webhooks,
    after: async () => (await there('.webhook')).scrollIntoView(),
  },
  {
    name: 'settings of a channel, for who cannot change them',
    hash: general,
    told: channelAs(roles.member),
    answers: { 'GET /streams/1/incoming_webhooks': { incoming_webhooks: [] } },
    after: shown('.setting'),
  },
  {
    name: 'an empty channel',
    hash: '#narrow/channel/1-design',
    told: channelAs(roles.owner, { first_message_id: null, subscribers: [1], subscriber_count: 1 }),
    answers: { 'GET /messages': { ...sharedFiles, messages: [] } },
    after: shown('.suggested-people'),
  },
  {
    name: 'files and pins of a channel, none yet',
    hash: files,
    told: owner,
    answers: { 'GET /messages': { ...sharedFiles, messages: [] } },
    after: shown('.channel-files p.soft'),
  },
  {
    name: 'files and pins of a channel',
    hash: files,
    told: {
      ...owner,
      pinned_topics: [{ stream_id: 1, topic_name: 'release 2.4', for_everyone: true }],
      pinned_messages: [{ message_id: 901, stream_id: 1 }],
    },
    answers: { 'GET /messages': sharedFiles },
    after: shown('.shared-files li'),
  },
  {
    name: 'members of a channel, put in and taken out at once',
    hash: '#channels/1/design/subscribers',
    told: owner,
    after: async () => {
      await opened('.verdicts')()
      const text = (await there('.source textarea')) as HTMLTextAreaElement
      text.value = 'Person 20, user21@example.com, Nobody At All'
      text.dispatchEvent(new Event('input', { bubbles: true }))
      await painted()
      ;(await there('.source:has(textarea) button')).click()
      ;(await there('.selection-line input')).click()
      await painted()
    },
  },
  {
    name: 'members of a group with groups in it',
    hash: '#groups/71/staff/members',
    told: owner,
    after: shown('.directory-row.person'),
  },
  {
    name: 'a group that would lie in itself',
    hash: '#groups/70/designers/members',
    told: owner,
    after: async () => {
      const field = await there('.addition input')
      await there('.directory-row.person')
      await painted()
      field.focus()
      await painted()
      document.execCommand('insertText', false, 'staff')
      await painted()
      ;(await there('.addition [role=option]')).click()
      await there('.addition .problem')
    },
  },
  { name: 'about a group', hash: '#groups/70/designers/general', told: owner, after: shown('.setting') },
  {
    name: 'about a group, for who cannot change it',
    hash: '#groups/70/designers/general',
    told: channelAs(roles.member),
    answers: { 'GET /streams/1/incoming_webhooks': { incoming_webhooks: [] } },
    after: shown('.setting'),
  },
  {
    name: 'permissions of a group',
    hash: '#groups/70/designers/permissions',
    told: owner,
    after: shown('.group-setting'),
  },
  { name: 'a new group', hash: '#groups/new', told: owner, after: shown('.creation-form') },
]
