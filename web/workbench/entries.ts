import type { Message } from '../../src/features/messages/messages/wire.ts'
import { a } from '../texts/actions.ts'
import { automationEntries } from './automation-entries.ts'
import { composeEntries } from './compose-entries.ts'
import { dataEntries } from './data-entries.ts'
import { directoryEntries } from './directory-entries.ts'
import { integrationEntries } from './integration-entries.ts'
import { listEntries } from './list-entries.ts'
import { lockdownEntries } from './lockdown-entries.ts'
import { moderationEntries } from './moderation-entries.ts'
import { notificationEntries } from './notification-entries.ts'
import { organizationEntries } from './organization-entries.ts'
import { peopleEntries } from './people-entries.ts'
import { permissionEntries } from './permission-entries.ts'
import { placeEntries } from './place-entries.ts'
import { quietEntries } from './quiet-entries.ts'
import { rowEntries } from './row-entries.ts'
import type { Responses } from './server.ts'
import { settingsEntries } from './settings-entries.ts'
import { sidebarEntries } from './sidebar-entries.ts'
import { type SpecimenGroup, specimenEntries } from './specimens.ts'
import { statisticsEntries } from './statistics-entries.ts'
import { called, painted, there, until } from './waiting.ts'

export interface Entry {
  readonly name: string
  readonly hash: string
  /** Overrides of the usual team's register response. */
  readonly told?: Responses
  readonly said?: readonly Message[]
  /** How the server responds to a starting page; absent: normally. */
  readonly start?: 'never' | 'fails'
  /** How the server responds to message fetches; absent: normally. */
  readonly messages?: 'never' | 'fails' | SpecimenGroup
  /** Responses for some URLs, in place of the usual ones; a string is an error. */
  readonly answers?: Readonly<Record<string, object | string>>
  readonly after?: () => Promise<void>
}

const topic = '#narrow/channel/1-design/topic/release.202.2E4'
const connected = (state: 'reconnecting' | 'offline' | 'signed-out') => async () => {
  const { connection } = await import('../store/connection.ts')
  connection.value = state
}
const outgoing = async () => {
  const { outbox } = await import('../store/outbox.ts')
  const conversation = { kind: 'topic', channelId: 1, topic: 'release 2.4' } as const
  const at = new Date()
  outbox.value = [
    { localId: '1', conversation, content: 'On its way', at, state: 'sending' },
    { localId: '2', conversation, content: 'While the train is in a tunnel', at, state: 'waiting' },
    { localId: '3', conversation, content: 'To everybody', at, state: 'refused', reason: 'You can’t do this.' },
  ]
}
const openMenu = async () => {
  await painted()
  ;(await there('.menu-button')).click()
}

const told = (text: string, offer?: string) => async () => {
  const { toast } = await import('../parts/toast.ts')
  toast(text, offer === undefined ? undefined : { label: offer, run() {} })
}
const opened = (name: 'newTopic' | 'newDirectMessage') => async () => (await import('../compose/target.ts'))[name]()
const drafts = [
  { id: 1, type: 'stream', to: [1], topic: 'release 2.4', content: 'I would rather wait until', timestamp: 1772720000 },
  { id: 2, type: 'private', to: [2, 3], topic: '', content: 'Lunch?', timestamp: 1772710000 },
  { id: 3, type: '', to: [], topic: '', content: 'For nobody yet', timestamp: 1772700000 },
]
const scheduled = [
  {
    scheduled_message_id: 1,
    type: 'stream',
    to: 1,
    topic: 'release 2.4',
    content: 'Good morning, everybody',
    rendered_content: '',
    scheduled_delivery_timestamp: 1772784000,
    failed: false,
  },
]
/** Presses a key on a message and waits for an element. */
const key =
  (pressed: string, shown: string, id = 101) =>
  async () => {
    const selector = `article[data-message="${id}"]`
    await there(selector)
    await painted()
    // it may have been replaced by now
    const row = await there(selector)
    row.focus()
    row.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }))
    await there(shown)
    await painted()
  }
/** Scrolls to the first message, and what's above it. */
const beginning = async () => {
  await there('.beginning *')
  const feed = await there('.feed')
  // the feed follows the end until the scroll event has arrived
  await until('the first message', () => {
    feed.scrollTop = 0
    feed.dispatchEvent(new Event('scroll'))
    return document.querySelector('.beginning')?.getBoundingClientRect().top === feed.getBoundingClientRect().top + 8
  })
  await painted()
}
/** Chooses an item of a message's menu and waits for an element. */
const chosen =
  (label: string, shown: string, id = 101) =>
  async () => {
    await key('i', '[role=menuitem]', id)()
    ;(await called('[role=menuitem]', label)).click()
    await there(shown)
    await painted()
  }

const ownMenu = async () => {
  if (matchMedia('(width < 720px)').matches) await openMenu()
  ;(await there('.own-button')).click()
  await there('.own-menu ul')
  await painted()
}
const ownMenuWithOffer = async () => {
  const { installOffer } = await import('../account-menu/install.ts')
  installOffer.value = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })
  await ownMenu()
}
const foreignLink = async () => {
  const { followLink } = await import('../app/foreign-link.ts')
  followLink('web+loquat://chat.other.example/#narrow/dm/7')
  await painted()
}
const groupCard = async () => {
  await there('article[data-message]')
  await painted()
  const { openGroupCard } = await import('../popovers/group.tsx')
  openGroupCard(70)
}
const ownKeys = async () => {
  await key('?', '.dialog.keys .button')()
  ;(await there('.dialog.keys .button')).click()
  const add = await there('.key-rows li:nth-child(4) .own-key:last-child')
  add.focus()
  add.click()
  await painted()
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, cancelable: true }))
  await there('.key-conflict')
}
/** Presses a global shortcut, then types a text. */
const pressed =
  (key: string, shown: string, text = '', ctrlKey = false) =>
  async () => {
    await painted()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    const field = await there(shown)
    await painted()
    field.focus()
    if (text !== '') document.execCommand('insertText', false, text)
    await painted()
  }
const pinned = {
  pinned_topics: [
    { stream_id: 1, topic_name: 'colours', for_everyone: true },
    { stream_id: 1, topic_name: 'How we work', for_everyone: false },
  ],
  pinned_messages: [
    { message_id: 101, stream_id: 1 },
    { message_id: 103, stream_id: null },
  ],
}
const searchField = '.search-bar input'
const paletteField = '.palette input'

export const entries: readonly Entry[] = [
  { name: 'inbox', hash: '#inbox' },
  {
    name: 'inbox, nothing unread',
    hash: '#inbox',
    told: { unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false } },
  },
  ...sidebarEntries,
  { name: 'inbox, all conversations', hash: '#recent' },
  ...listEntries,
  { name: 'combined feed', hash: '#feed' },
  { name: 'channel', hash: '#narrow/channel/1-design' },
  { name: 'topic', hash: topic },
  { name: 'topic, one message', hash: `${topic}/near/103` },
  { name: 'channel, its beginning', hash: '#narrow/channel/1-design', after: beginning },
  { name: 'topic, its beginning', hash: topic, after: beginning },
  { name: 'topic, empty', hash: '#narrow/channel/1-design/topic/nothing.20yet' },
  { name: 'direct messages', hash: '#narrow/dm/2-dm' },
  { name: 'pinned messages', hash: topic, told: pinned, after: async () => (await there('.pins button')).click() },
  { name: 'pinned topics', hash: '#topics/channel/1-design', told: pinned },
  { name: 'messages that do not come', hash: topic, messages: 'never' },
  { name: 'messages that cannot be loaded', hash: topic, messages: 'fails' },
  { name: 'what is not sent', hash: topic, after: outgoing },
  { name: 'a word about what was done', hash: topic, after: told('The link was copied.') },
  {
    name: 'a word with an offer',
    hash: topic,
    after: told('The topic was renamed to something that is rather long, for a name.', 'Undo'),
  },
  { name: 'new topic', hash: '#inbox', after: opened('newTopic') },
  { name: 'new direct message', hash: '#inbox', after: opened('newDirectMessage') },
  { name: 'drafts', hash: '#drafts', told: { drafts, scheduled_messages: scheduled } },
  { name: 'scheduled messages', hash: '#scheduled', told: { drafts, scheduled_messages: scheduled } },
  { name: 'connecting again', hash: topic, after: connected('reconnecting') },
  { name: 'offline', hash: topic, after: connected('offline') },
  { name: 'signed out', hash: topic, after: connected('signed-out') },
  {
    name: 'busy server',
    hash: topic,
    after: async () => {
      const { busyUntil } = await import('../transport/api.ts')
      // each response would end it
      busyUntil.subscribe((until) => until ?? queueMicrotask(() => (busyUntil.value = new Date(Date.now() + 20_000))))
    },
  },
  {
    name: 'a new version',
    hash: topic,
    after: async () => {
      const { servedBuild } = await import('../transport/api.ts')
      servedBuild.value = 'another'
    },
  },
  { name: 'own menu', hash: topic, after: ownMenu },
  { name: 'own menu where the browser can install the page', hash: topic, after: ownMenuWithOffer },
  { name: 'link to another organization', hash: topic, after: foreignLink },
  { name: 'a page that starts', hash: topic, start: 'never' },
  { name: 'a page that cannot start', hash: topic, start: 'fails' },
  { name: 'address that is not understood', hash: '#narrow/nonsense' },
  { name: 'channel that is not there', hash: '#narrow/channel/99' },
  { name: 'people who are not there', hash: '#narrow/dm/99-dm' },
  { name: 'menu of a message', hash: topic, after: key('i', '[role=menuitem]') },
  { name: 'menu of a message of one’s own', hash: topic, after: key('i', '[role=menuitem]', 107) },
  { name: 'list of emoji', hash: topic, after: key(':', '[role=option]') },
  { name: 'a text being edited', hash: topic, after: key('e', '.edit-field', 107) },
  { name: 'edit history', hash: topic, after: key('H', '.history-entry', 102) },
  { name: 'moving messages', hash: topic, after: key('m', '.dialog form') },
  { name: 'deleting a message', hash: topic, after: chosen(a.delete, '.dialog form', 103) },
  { name: 'who has read it', hash: topic, after: key('V', '.receipts') },
  { name: 'a reminder', hash: topic, after: chosen(a.remind, '.dialog form') },
  { name: 'a report', hash: topic, after: chosen(a.report, '.dialog form') },
  { name: 'card of somebody', hash: topic, after: key('u', '.card', 103) },
  { name: 'card of oneself', hash: topic, after: key('u', '.card', 107) },
  { name: 'card of a group', hash: topic, after: groupCard },
  { name: 'card of somebody who is gone', hash: '#user/99', after: async () => void (await there('.card')) },
  { name: 'form of a bot', hash: `${topic}/near/123`, after: async () => void (await there('.answer')) },
  { name: 'keys of one’s own', hash: topic, after: ownKeys },
  { name: 'searching, nothing typed', hash: topic, after: pressed('/', searchField) },
  { name: 'searching, words', hash: topic, after: pressed('/', searchField, 'ship') },
  { name: 'search, words nearly the same', hash: '#narrow/search/shpi' },
  { name: 'search, found in a file', hash: '#narrow/search/minutes' },
  { name: 'searching, a condition', hash: topic, after: pressed('/', searchField, 'ship from:b') },
  { name: 'searching, a date', hash: topic, after: pressed('/', searchField, 'ship after:') },
  {
    name: 'searching, a command as words',
    hash: topic,
    after: async () => {
      await pressed('/', searchField, '-ship')()
      const field = await there(searchField)
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      await there('.found-in .notice')
    },
  },
  {
    name: 'what was found',
    hash: '#narrow/channel/1-design/search/ship',
    after: async () => void (await there('.found-in')),
  },
  {
    name: 'what was found, by relevance',
    hash: '#narrow/channel/1-design/search/ship',
    after: async () => {
      ;(await there('.sort-results button[aria-pressed="false"]')).click()
      await there('.ranked article')
      // the other entries sort by time
      const { ownId } = await import('../store/people.ts')
      localStorage.removeItem(`loquat search results by ${ownId.peek()}`)
    },
  },
  {
    name: 'nothing was found',
    hash: '#narrow/channel/1-design/topic/release.202.2E4/-is/starred/sender/2/search/tomato',
    after: async () => void (await there('.nothing')),
  },
  { name: 'going anywhere', hash: topic, after: pressed('k', paletteField, '', true) },
  { name: 'going anywhere, a name', hash: topic, after: pressed('k', paletteField, 'de', true) },
  { name: 'going anywhere, no such name', hash: topic, after: pressed('k', paletteField, 'qqq', true) },
  { name: 'all topics', hash: '#topics/channel/1-design', after: async () => (await there('.topic-list a')).focus() },
  {
    name: 'all topics, none fits',
    hash: '#topics/channel/1-design',
    after: pressed('Shift', '.topic-list .filter', 'tomato'),
  },
  { name: 'keys', hash: topic, after: key('?', '.dialog.keys') },
  { name: 'pictures of a conversation', hash: topic, after: key('v', '.viewer', 108) },
  ...rowEntries,
  ...composeEntries,
  ...specimenEntries,
  ...quietEntries,
  ...notificationEntries,
  ...placeEntries,
  ...permissionEntries,
  ...settingsEntries,
  ...peopleEntries,
  ...integrationEntries,
  ...moderationEntries,
  ...lockdownEntries,
  ...automationEntries,
  ...statisticsEntries,
  ...dataEntries,
  ...directoryEntries,
  ...organizationEntries,
  { name: 'menu of a narrow screen', hash: '#inbox', after: openMenu },
]
