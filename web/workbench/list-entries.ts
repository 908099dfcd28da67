import type { Entry } from './entries.ts'
import { muchUnread } from './missed.ts'
import { manyConversations } from './recent.ts'
import { there } from './waiting.ts'

const type = (field: string, text: string) => async () => {
  ;(await there(field)).focus()
  document.execCommand('insertText', false, text)
}
const open = (name: 'openArrange' | 'openSaveView') => async () => {
  await there('.feed, .conversations')
  ;(await import('../sidebar/arrange.tsx'))[name]()
  await there('dialog[open]')
}
const views = [
  { fragment: 'feed', is_pinned: false, name: null },
  { fragment: 'narrow/channel/1-design/search/ship', is_pinned: true, name: 'Shipping' },
  { fragment: 'narrow/is/alerted', is_pinned: false, name: 'My words, under a name that is rather long' },
]
const nothingUnread = {
  unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
}

export const listEntries: readonly Entry[] = [
  {
    name: 'inbox, much of everything',
    hash: '#inbox',
    told: muchUnread,
    after: async () => (await there('.line .entry')).focus(),
  },
  {
    name: 'inbox, a name that nothing has',
    hash: '#inbox',
    told: muchUnread,
    after: type('.list-head input', 'tomato'),
  },
  {
    name: 'inbox after days',
    hash: '#inbox',
    told: muchUnread,
    after: async () => {
      const { absence } = await import('../inbox/absence.ts')
      absence.value = { days: 14 }
      await there('.away')
    },
  },
  { name: 'inbox, all conversations, a name', hash: '#recent', after: type('.list-head input', 'colours') },
  { name: 'inbox, all conversations, many', hash: '#recent', said: manyConversations },
  { name: 'inbox, no conversations', hash: '#recent', said: [] },
  {
    name: 'inbox, all conversations that cannot be loaded',
    hash: '#recent',
    messages: 'fails',
    after: async () => void (await there('[role=alert]')),
  },
  { name: 'inbox for you', hash: '#catch-up', told: muchUnread },
  {
    name: 'inbox for you, some for later',
    hash: '#catch-up',
    told: muchUnread,
    after: async () => {
      ;(await there('.line-action[aria-pressed]')).click()
      await there('.line-action[aria-pressed=true]')
    },
  },
  { name: 'inbox for you, nothing unread', hash: '#catch-up', told: nothingUnread },
  { name: 'views in the sidebar', hash: '#inbox', told: { navigation_views: views }, after: open('openArrange') },
  { name: 'a view that is saved', hash: '#narrow/channel/1-design/search/ship', after: open('openSaveView') },
  { name: 'a view of one’s own', hash: '#narrow/channel/1-design/search/ship', told: { navigation_views: views } },
]
