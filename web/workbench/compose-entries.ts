import { t } from '../texts/writing.ts'
import type { Entry } from './entries.ts'
import { called, painted, there } from './waiting.ts'

const topic = '#narrow/channel/1-design/topic/release.202.2E4'

/** Types a text and waits for an element. */
const written =
  (text: string, shown = '.compose textarea') =>
  async () => {
    await import('../compose/typeahead/suggestions.tsx')
    const field = await there('.compose .writing textarea')
    field.focus()
    await painted()
    document.execCommand('insertText', false, text)
    await there(shown)
    await painted()
  }

/** Types a text, presses a composer button, and waits for an element. */
const pressed =
  (label: string, shown: string, text = '') =>
  async () => {
    await written(text)()
    ;(await there(`.compose button[aria-label="${label}"]`)).click()
    await there(shown)
    await painted()
  }

/** Types a text, chooses from the insert menu, and waits for an element. */
const inserted =
  (label: string, shown: string, text = '') =>
  async () => {
    await pressed(t.insert, '.menu', text)()
    ;(await called('.menu [role=menuitem]', label)).click()
    await there(shown)
    await painted()
  }

const files = async () => {
  await written('Two files, and one that was begun before:\n')()
  const { uploads } = await import('../compose/files/uploads.ts')
  const { unfinishedUploads } = await import('../compose/files/unfinished.ts')
  const { targetKey } = await import('../narrow/target.ts')
  const { target } = await import('../compose/target.ts')
  const { drafts } = await import('../store/drafts.ts')
  const file = (name: string) => new File(['x'], name)
  const place = target.value ? targetKey(target.value) : ''
  const more = { draft: drafts.value[0]?.name ?? '', place, placeholder: '', isPaused: false }
  uploads.value = [
    { ...more, id: 1, file: file('plan.pdf'), state: 'sending', progress: 0.6 },
    {
      ...more,
      id: 2,
      file: file('a film with a name that is rather long.mp4'),
      state: 'sending',
      progress: 0.2,
      isPaused: true,
    },
    { ...more, id: 3, file: file('huge.bin'), state: 'failed', progress: 0, reason: 'Files can be up to 100 MiB.' },
  ]
  unfinishedUploads.value = [{ fingerprint: 'x', address: '', name: 'backup.tar', place, at: Date.now() }]
  await there('.files .begun')
  await painted()
}

const snippets = [
  { id: 1, title: 'Regards', content: 'Kind regards, and see you on Monday', date_created: 1 },
  {
    id: 2,
    title: 'How to report what does not work',
    content: 'Please say **what you did**, what you saw',
    date_created: 2,
  },
]
const reminders = [
  {
    reminder_id: 1,
    type: 'private',
    to: [1],
    content: '',
    rendered_content:
      '<p>You asked for a reminder about <a href="#">this message</a>.</p><p>Your note: bring plates</p>',
    scheduled_delivery_timestamp: 1772784000,
    failed: false,
    reminder_target_message_id: 101,
  },
  {
    reminder_id: 2,
    type: 'private',
    to: [1],
    content: '',
    rendered_content: '<p>You asked for a reminder.</p><p>Your note: water the plants</p>',
    scheduled_delivery_timestamp: 1772784000,
    failed: true,
  },
]
const scheduled = {
  scheduled_message_id: 1,
  type: 'stream',
  to: 1,
  topic: 'release 2.4',
  content: 'Good morning, everybody. There is soup.',
  rendered_content: '',
  scheduled_delivery_timestamp: 1772784000,
  failed: false,
}
const newTopic = async () => {
  ;(await import('../compose/target.ts')).composeTo({ kind: 'topic', channelId: 1, topic: 'release 2.4' })
  await there('.recipients')
}

export const composeEntries: readonly Entry[] = [
  { name: 'composing, people', hash: topic, after: written('Hello @b', '.suggestions') },
  {
    name: 'composing, warnings',
    hash: '#narrow/channel/1-design/topic/.E2.9C.94.20disk.20full',
    after: written('Again', '.banner'),
  },
  { name: 'composing, channels', hash: topic, after: written('See #', '.suggestions') },
  { name: 'composing, emoji', hash: topic, after: written('Well :gri', '.suggestions') },
  { name: 'composing, commands', hash: topic, after: written('/', '.suggestions') },
  { name: 'composing, a time', hash: topic, after: written('Shall we say <time:', '.suggestions') },
  {
    name: 'composing, snippets',
    hash: topic,
    told: { saved_snippets: snippets },
    after: written('~re', '.suggestions'),
  },
  {
    name: 'composing, people beside the recipients',
    hash: '#feed',
    after: async () => {
      await newTopic()
      await written('Hello @', '.writing .suggestions, .compose .suggestions')()
    },
  },
  { name: 'composing, preview', hash: topic, after: pressed(t.preview, '.preview .content *', 'Can we **ship**?') },
  {
    name: 'composing, much room',
    hash: topic,
    after: pressed(t.larger, '.expanded', `${'A rather long text. '.repeat(60)}\n\n- one\n- two\n`),
  },
  { name: 'composing, insert menu', hash: topic, after: pressed(t.insert, '.menu', 'Well') },
  {
    name: 'composing, formatting',
    hash: topic,
    told: { user_settings: { web_home_view: 'inbox', enter_sends: true } },
    after: pressed(t.tools, '.formats', 'Can we ship?'),
  },
  {
    name: 'composing, new topic',
    hash: '#feed',
    after: async () => {
      await newTopic()
      await painted()
    },
  },
  {
    name: 'composing, to many people',
    hash: '#feed',
    after: async () => {
      ;(await import('../compose/target.ts')).composeTo({ kind: 'direct', userIds: [2, 3, 4, 5, 6] })
      await there('.pills')
      await painted()
    },
  },
  { name: 'composing, too long', hash: topic, told: { max_message_length: 40 }, after: written('word '.repeat(12)) },
  {
    name: 'composing, nearly too long',
    hash: topic,
    told: { max_message_length: 62 },
    after: written('word '.repeat(12)),
  },
  { name: 'composing, files', hash: topic, after: files },
  { name: 'composing, list of emoji', hash: topic, after: pressed(t.emoji, '.emoji-picker [role=option]', 'Well') },
  { name: 'composing, a poll', hash: topic, after: inserted(t.poll, '.dialog form') },
  {
    name: 'composing, tasks',
    hash: topic,
    after: inserted(t.tasks, '.dialog form', '/todo Before we ship\nChangelog: with thanks\nTag'),
  },
  {
    name: 'saved snippets',
    hash: topic,
    told: { saved_snippets: snippets },
    after: inserted(t.snippets, '.snippets'),
  },
  {
    name: 'a saved snippet being changed',
    hash: topic,
    told: { saved_snippets: snippets },
    after: async () => {
      await inserted(t.snippets, '.snippets')()
      ;(await called('.snippet-list button', t.editSnippet('Regards'))).click()
      await there('.edited form')
      await painted()
    },
  },
  {
    name: 'no saved snippets',
    hash: topic,
    told: { saved_snippets: [] },
    after: inserted(t.snippets, '.snippets'),
  },
  { name: 'send later', hash: topic, after: pressed(t.sendMenu, '.send-menu', 'Good morning') },
  {
    name: 'scheduled messages, one that failed',
    hash: '#scheduled',
    told: {
      scheduled_messages: [
        { ...scheduled, failed: true },
        { ...scheduled, scheduled_message_id: 2 },
      ],
    },
    after: async () => void (await there('.waiting-failed')),
  },
  {
    name: 'a scheduled message being changed',
    hash: '#scheduled',
    told: { scheduled_messages: [scheduled, { ...scheduled, scheduled_message_id: 2 }] },
    after: async () => {
      ;(await there('.waiting-open')).click()
      await there('.waiting-form .to, .waiting-form .recipients')
      await painted()
    },
  },
  {
    name: 'a scheduled message that two change',
    hash: '#scheduled',
    told: { scheduled_messages: [{ ...scheduled, type: 'private', to: [2, 3], topic: undefined }] },
    after: async () => {
      ;(await there('.waiting-open')).click()
      await there('.waiting-form textarea')
      const { pendingChanges, keepChange } = await import('../scheduled/pending-changes.ts')
      const change = pendingChanges.value.get(1)
      if (change)
        keepChange(1, {
          ...change,
          text: 'Good evening, @',
          other: { ...change.before, text: 'Good night, everybody' },
        })
      await there('.conflict')
      const field = await there('.waiting-form textarea')
      await import('../compose/typeahead/suggestions.tsx')
      field.focus()
      await painted()
      document.execCommand('selectAll')
      document.execCommand('insertText', false, 'Good evening, @')
      await there('.suggestions')
    },
  },
  {
    name: 'people typing and editing',
    hash: topic,
    after: async () => {
      await there('.compose .writing textarea')
      const { typing } = await import('../store/typing.ts')
      const { editing } = await import('../store/editing.ts')
      const { conversationKey } = await import('../narrow/narrow.ts')
      const place = conversationKey({ kind: 'topic', channelId: 1, topic: 'release 2.4' })
      typing.value = new Map([[place, new Set([2])]])
      editing.value = new Map([103, 104, 108, 122].map((id) => [id, { userId: id === 108 ? 2 : 3, place }]))
      await there('.being-edited')
    },
  },
  {
    name: 'a text being edited, with files and names',
    hash: topic,
    after: async () => {
      await there('article[data-message="107"]')
      await painted()
      const row = await there('article[data-message="107"]')
      row.focus()
      row.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
      const field = await there('.edit-field textarea')
      const { uploads } = await import('../compose/files/uploads.ts')
      const more = { draft: 'edit 107', place: '', placeholder: '', isPaused: false }
      uploads.value = [
        { ...more, id: 1, file: new File(['x'], 'plan.pdf'), state: 'sending', progress: 0.6 },
        {
          ...more,
          id: 2,
          file: new File(['x'], 'huge.bin'),
          state: 'failed',
          progress: 0,
          reason: 'Files can be up to 100 MiB.',
        },
      ]
      await import('../compose/typeahead/suggestions.tsx')
      field.focus()
      await painted()
      document.execCommand('insertText', false, ' @')
      await there('.edit-field .suggestions')
      await painted()
    },
  },
  {
    name: 'composing, emoji in a skin tone',
    hash: topic,
    after: async () => {
      await import('../emoji/skin-tones.tsx')
      const { skinTone } = await import('../store/skin-tone.ts')
      skinTone.value = '1f3fe'
      await pressed(t.emoji, '.emoji-picker [role=option]', 'Well')()
    },
  },
  { name: 'reminders', hash: '#reminders', told: { reminders } },
  { name: 'reminders, none', hash: '#reminders', told: { reminders: [] } },
]
