import { botTypes } from '#contract'
import { unreadCounts } from '../../src/features/people/user-settings/settings.ts'
import type { Entry } from './entries.ts'
import { told } from './team.ts'
import { painted, there } from './waiting.ts'

const [first] = told.realm_users as [object]
const bot = { ...first, user_id: 5, full_name: 'Build', is_bot: true, bot_type: botTypes.generic, bot_owner_id: 1 }

/** Every kind of conversation and badge. */
const busy = {
  realm_users: [...(told.realm_users as object[]), bot],
  recent_private_conversations: [[2], [5], [3], [4], [2, 3]].map((user_ids, index) => ({
    max_message_id: 150 - index,
    user_ids,
  })),
  unread_msgs: {
    count: 8,
    pms: [
      { other_user_id: 2, unread_message_ids: [150] },
      { other_user_id: 5, unread_message_ids: [149] },
    ],
    huddles: [],
    streams: [
      { stream_id: 1, topic: 'release 2.4', unread_message_ids: [106] },
      { stream_id: 2, topic: 'lunch', unread_message_ids: [140, 141] },
      { stream_id: 3, topic: 'plans', unread_message_ids: [142, 143, 144] },
    ],
    mentions: [106],
    old_unreads_missing: false,
  },
  user_settings: {
    ...(told.user_settings as object),
    web_stream_unreads_count_display_policy: unreadCounts.all,
    user_list_style: 3,
  },
}

const collapsed = async () => {
  const { keepFolded } = await import('../sidebar/folded-sections.ts')
  keepFolded(new Set(['views', 'directs', 'pinned', 'rest']))
  await painted()
}
const addChannels = async () => {
  if (matchMedia('(width < 720px)').matches) (await there('.menu-button')).click()
  ;(await there('.section-add[data-menu]')).click()
  await there('[role=menuitem]')
  await painted()
}

export const sidebarEntries: readonly Entry[] = [
  { name: 'sidebar, every kind of badge', hash: '#narrow/channel/1-design', told: busy },
  { name: 'sidebar, collapsed', hash: '#narrow/dm/3-dm', told: busy, after: collapsed },
  { name: 'sidebar, adding channels', hash: '#inbox', told: busy, after: addChannels },
]
