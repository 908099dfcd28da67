import { roles } from '#contract'
import type { Entry } from './entries.ts'
import { painted, there } from './waiting.ts'

const folders = ['Work', 'Fun and games, and everything else'].map((name, index) => ({
  id: index + 1,
  name,
  description: index === 0 ? 'What we are paid for' : '',
  rendered_description: '',
  order: index,
  date_created: null,
  creator_id: 1,
  is_archived: false,
}))
const described = (description: string) => ({ description, rendered_description: `<p>${description}</p>` })
const open = (id: number, name: string, more: object = {}) => ({
  stream_id: id,
  name,
  description: '',
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  is_archived: false,
  is_recently_active: true,
  subscriber_count: 3 * id,
  stream_weekly_traffic: id,
  folder_id: null,
  creator_id: 2,
  date_created: 1772000000,
  can_administer_channel_group: 70,
  can_subscribe_group: 70,
  can_add_subscribers_group: 70,
  can_remove_subscribers_group: 70,
  can_send_message_group: 70,
  subscribers: [1, 2, 3],
  topics_policy: 'inherit',
  ...more,
})
const own = (id: number, name: string, more: object = {}) =>
  open(id, name, { color: '#3778c8', is_muted: false, pin_to_top: false, desktop_notifications: null, ...more })
const told = {
  channel_folders: folders,
  subscriptions: [
    own(1, 'design', { ...described('How it looks and feels'), folder_id: 1, color: '#bc504c' }),
    own(2, 'a channel with quite a long name', { is_muted: true, folder_id: 2 }),
    own(3, 'private', { invite_only: true, pin_to_top: true, color: '#048f51' }),
  ],
  never_subscribed: [
    open(4, 'kitchen', described('What there is for lunch, who has eaten it, and who is to wash up today')),
    open(5, 'secret plans', { invite_only: true, can_subscribe_group: 71, can_add_subscribers_group: 71 }),
  ],
  realm_can_create_public_channel_group: 70,
  realm_can_create_private_channel_group: 70,
  realm_new_stream_announcements_stream_id: 1,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
}

function large() {
  const people = Array.from({ length: 10_000 }, (_, index) => ({
    user_id: index + 1,
    full_name: `Person ${String((index * 7919) % 10_000).padStart(4, '0')} of many`,
    email: `user${index + 1}@example.com`,
    is_active: true,
    is_bot: false,
    avatar_version: 1,
    role: roles.member,
    date_joined: '2025-11-03T08:00:00Z',
    timezone: index % 2 === 0 ? 'Asia/Kolkata' : '',
    profile_data: {},
  }))
  const subscribers = people.map(({ user_id }) => user_id)
  const many = Array.from({ length: 1_000 }, (_, index) =>
    own(index + 10, `project ${String(index).padStart(3, '0')}`, { folder_id: index % 3 || null }),
  )
  return {
    ...told,
    realm_users: people,
    subscriptions: [own(1, 'everybody', { subscribers, subscriber_count: subscribers.length }), ...many],
  }
}

const shown = (selector: string) => async () => {
  await there(selector)
  await painted()
}
const menuOf = (href: string) => async () => {
  const { openPlaceMenu } = await import('../conversation-menus/menu.ts')
  openPlaceMenu(href, await there(`.left a[href^="${href}"], .heading`))
  await there('[role=menu] [role^=menuitem]')
}
const typed = (selector: string, text: string) => async () => {
  const field = await there(selector)
  await painted()
  field.focus()
  document.execCommand('insertText', false, text)
  await painted()
}

export const placeEntries: readonly Entry[] = [
  { name: 'channels, all', hash: '#channels/all', told, after: shown('.directory-row') },
  { name: 'channels, not joined', hash: '#channels/available', told, after: shown('.directory-row') },
  { name: 'channels, none fits', hash: '#channels/all', told, after: typed('.directory .filter', 'tomato') },
  { name: 'a new channel', hash: '#channels/new', told, after: shown('.creation-form') },
  {
    name: 'a new channel with a name that is taken',
    hash: '#channels/new',
    told,
    after: typed('.creation-form input', 'design'),
  },
  { name: 'about a channel', hash: '#channels/1/design/general', told, after: shown('.about dl') },
  { name: 'members of a channel', hash: '#channels/1/design/subscribers', told, after: shown('.directory-row.person') },
  {
    name: 'adding people to a channel',
    hash: '#narrow/channel/1-design',
    told,
    after: async () => {
      ;(await import('../channel-browser/add-people.tsx')).openAddPeople(1)
      const field = (await there('.add-people-dialog input')) as HTMLInputElement
      field.focus()
      document.execCommand('insertText', false, 'e')
      await there('.add-people-dialog [role=option]')
    },
  },
  { name: 'a channel, for oneself', hash: '#channels/1/design/personal', told, after: shown('.personal') },
  { name: 'a channel that one is not in', hash: '#narrow/channel/4-kitchen', told, after: shown('.join-bar') },
  { name: 'menu of a channel', hash: '#inbox', told, after: menuOf('#narrow/channel/1-design') },
  {
    name: 'menu of a topic',
    hash: '#narrow/channel/1-design',
    told,
    after: menuOf('#narrow/channel/1-design/topic/colours'),
  },
  {
    name: 'colour of a channel',
    hash: '#inbox',
    told,
    after: async () => {
      ;(await import('../conversation-menus/colours.tsx')).openColours(1)
      await painted()
    },
  },
  {
    name: 'leaving a private channel',
    hash: '#inbox',
    told,
    after: async () => {
      await (await import('../conversation-menus/joining.tsx')).askToLeave(3)
      await painted()
    },
  },
  {
    name: 'folders of channels',
    hash: '#inbox',
    told,
    after: async () => {
      ;(await import('../channel-browser/folder-editor.tsx')).openFolders()
      await painted()
    },
  },
  {
    name: 'merging two topics',
    hash: '#narrow/channel/1-design',
    told,
    after: async () => {
      const { topicsOf } = await import('../store/conversations.ts')
      const topics = topicsOf(1)
      while (!topics.value) await new Promise((resolve) => setTimeout(resolve, 20))
      ;(await import('../message-actions/topic.tsx')).openRename({ kind: 'topic', channelId: 1, topic: 'colours' })
      const field = (await there('.dialog [role=combobox]')) as HTMLInputElement
      field.focus()
      field.select()
      document.execCommand('insertText', false, 'release 2.4')
      await painted()
    },
  },
  {
    name: 'members of a channel of ten thousand',
    hash: '#channels/1/everybody/subscribers',
    get told() {
      return large()
    },
    after: shown('.directory-row.person'),
  },
  {
    name: 'the sidebar of a thousand channels',
    hash: '#inbox',
    get told() {
      return large()
    },
    after: shown('.channel-filter .filter'),
  },
  {
    name: 'the sidebar, filtered',
    hash: '#inbox',
    get told() {
      return large()
    },
    after: typed('.channel-filter .filter', 'project 12'),
  },
  {
    name: 'the sidebar, where no channel fits',
    hash: '#inbox',
    get told() {
      return large()
    },
    after: typed('.channel-filter .filter', 'tomato'),
  },
  {
    name: 'a thousand channels',
    hash: '#channels/all',
    get told() {
      return large()
    },
    after: shown('.directory-row'),
  },
  { name: 'groups', hash: '#groups/all', told, after: shown('.directory-row') },
  { name: 'a group', hash: '#groups/70/designers/members', told, after: shown('.directory-row.person') },
  {
    name: 'people beside the messages',
    hash: '#narrow/channel/1-design',
    told,
    after: async () => {
      const { openSidebar } = await import('../navigation/sidebars.ts')
      if (innerWidth < 1200) openSidebar.value = 'right'
      ;(await there('.people li:nth-child(2) a')).focus()
      await painted()
    },
  },
  {
    name: 'saying what one does',
    hash: '#inbox',
    told,
    after: async () => {
      ;(await import('../people/status-editor.tsx')).openStatusEditor()
      await painted()
    },
  },
]
