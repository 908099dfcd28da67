import { assert, test } from '#test'
import { Unreadable } from '../../records.ts'
import { all, type Contents, folderOnDisk, isInOrder, lineOf, readingOf, shown, zipOnDisk } from '../fixture.ts'
import { isSlack, slackSource } from './source.ts'

const nowhere = {
  request: async () => {
    throw new Error('nothing is asked')
  },
  close: async () => {},
}
const slack = slackSource(() => nowhere)
const read = async (contents: Contents) => readingOf(slack, await zipOnDisk(contents))

const users = [
  {
    id: 'U1',
    name: 'ada',
    is_owner: true,
    tz: 'Europe/London',
    profile: { real_name: 'Ada Lovelace', email: 'ada@example.org', title: 'Countess', phone: '1815' },
  },
  { id: 'U2', name: 'ben', is_restricted: true, is_ultra_restricted: true, profile: { display_name: 'Ben' } },
  { id: 'U3', name: 'gone', deleted: true, profile: {} },
  { id: 'U4', name: 'robot', is_bot: true, profile: { real_name: 'Robot', bot_id: 'B4', email: 'never@example.org' } },
]
const general = {
  id: 'C1',
  name: 'general',
  created: '1600000000',
  creator: 'U1',
  members: ['U1', 'U2'],
  topic: { value: 'All <#C2|random> &amp; <@U1>' },
  purpose: { value: '' },
  pins: [{ id: '1700000000.000100', type: 'C' }],
}
const at = (second: number) => `${1_700_000_000 + second}.000100`
const message = (second: number, text: string, more: object = {}) => ({
  type: 'message',
  user: 'U1',
  ts: at(second),
  text,
  ...more,
})
const day = 'general/2023-11-14.json'
const export_ = (messages: unknown, more: Contents = {}): Contents => ({
  'users.json': users,
  'channels.json': [general],
  [day]: messages,
  ...more,
})
const textsOf = async (...texts: string[]) => {
  const { messages } = await read(export_(texts.map((text, index) => message(index, text))))
  return messages.map(({ text }) => shown(text))
}

test('people are imported with names, roles, addresses, and profiles', async () => {
  const { catalog } = await read(export_([]))
  const [ada, ben, gone, robot, slackbot] = catalog.people
  assert.deepEqual(
    { ...ada },
    {
      key: 'U1',
      email: 'ada@example.org',
      fullName: 'Ada Lovelace',
      role: 'administrator',
      isBot: false,
      isActive: true,
      timezone: 'Europe/London',
      avatar: undefined,
      profile: { Title: 'Countess', Phone: '1815' },
    },
  )
  assert.deepEqual([ben?.fullName, ben?.role], ['Ben', 'guest'])
  assert.deepEqual([gone?.fullName, gone?.isActive], ['gone', false])
  assert.deepEqual([robot?.isBot, robot?.email], [true, undefined])
  assert.equal(slackbot?.fullName, 'Slackbot')
})

test('channels are imported with members, privacy, and description', async () => {
  const { catalog } = await read(
    export_([], {
      'groups.json': [{ id: 'G1', name: 'secret', is_archived: true, created: 1_600_000_000, members: ['U2'] }],
    }),
  )
  const [open, secret] = catalog.channels
  assert.equal(open?.description, 'All #random & @Ada Lovelace')
  assert.equal(open?.createdAt?.toISOString(), '2020-09-13T12:26:40.000Z')
  assert.deepEqual(open?.members, [{ person: 'U1' }, { person: 'U2' }])
  assert.deepEqual([open?.isPrivate, secret?.isPrivate, secret?.isArchived], [false, true, true])
})

test('messages of all channels come ordered by time, with pins and edits', async () => {
  const { messages } = await read(
    export_([message(5, 'later'), message(0, 'first', { edited: { user: 'U1', ts: at(9) } })], {
      'channels.json': [general, { id: 'C2', name: 'random' }],
      'random/2023-11-14.json': [message(3, 'between', { user: 'U2' })],
    }),
  )
  assert.deepEqual(messages.map(lineOf), [
    'C1 > general | U1: first',
    'C2 > general | U2: between',
    'C1 > general | U1: later',
  ])
  assert.ok(isInOrder(messages))
  assert.deepEqual([messages[0]?.isPinned, messages[1]?.isPinned], [true, undefined])
  assert.equal(messages[0]?.editedAt?.getTime(), 1_700_000_009_000)
})

test('a thread becomes a topic named by day and first words, and is linked', async () => {
  const { messages } = await read(
    export_([
      message(0, 'Shall we *move* to the new office?'),
      message(1, 'unrelated'),
      message(2, 'Yes', { thread_ts: at(0), user: 'U2' }),
      message(3, 'Shall we move to the new office?', { thread_ts: at(3) }),
      message(4, 'Again', { thread_ts: at(3) }),
      message(5, 'Told to all', { thread_ts: at(0), subtype: 'thread_broadcast', root: { text: 'copy' } }),
    ]),
  )
  const topic = '2023-11-14 Shall we move to the new office?'
  assert.deepEqual(messages.map(lineOf), [
    `C1 > ${topic} | U1: Shall we **move** to the new office?`,
    `C1 > general | U1: {#C1>${topic}}`,
    'C1 > general | U1: unrelated',
    `C1 > ${topic} | U2: Yes`,
    `C1 > ${topic} (2) | U1: Shall we move to the new office?`,
    `C1 > general | U1: {#C1>${topic} (2)}`,
    `C1 > ${topic} (2) | U1: Again`,
    `C1 > ${topic} | U1: Told to all`,
    `C1 > general | U1: {message C1/${at(5)}}`,
  ])
})

test('a thread without its first message is named after its first reply', async () => {
  const { messages } = await read(export_([message(7, 'What was it?', { thread_ts: at(0) })]))
  assert.deepEqual(messages.map(lineOf), ['C1 > 2023-11-14 What was it? | U1: What was it?'])
})

test('topic names are cut to fit, whatever the first words are', async () => {
  const { messages } = await read(
    export_([message(0, `${'👩‍👩‍👧 '.repeat(5000)}\u202e`), message(1, 'reply', { thread_ts: at(0) })]),
  )
  const { place } = messages[1]!
  assert.ok('topic' in messages[0]!.place && [...messages[0]!.place.topic].length <= 60)
  assert.ok('topic' in place)
})

test('direct and group messages become conversations', async () => {
  const { messages, catalog } = await read(
    export_([], {
      'dms.json': [
        { id: 'D1', created: 1, members: ['U1', 'U2'] },
        { id: 'D2', members: ['U1', 'U1'] },
      ],
      'mpims.json': [{ id: 'G9', name: 'mpdm-ada--ben--gone-1', members: ['U1', 'U2', 'U3'] }],
      'D1/2023-11-14.json': [message(0, 'to Ben'), message(1, 'in a thread', { thread_ts: at(0) })],
      'D2/2023-11-14.json': [message(2, 'to myself')],
      'mpdm-ada--ben--gone-1/2023-11-14.json': [message(3, 'to you all')],
    }),
  )
  assert.deepEqual(messages.map(lineOf), [
    'U1+U2 | U1: to Ben',
    'U1+U2 | U1: in a thread',
    'U1 | U1: to myself',
    'U1+U2+U3 | U1: to you all',
  ])
  assert.equal(catalog.channels.length, 1)
})

test('references resolve by key; @everyone does not notify', async () => {
  const link = `https://acme.slack.com/archives/C1/p${at(0).replace('.', '')}`
  assert.deepEqual(
    await textsOf(
      'hi <@U1> and <@U99|old>, see <#C1|general>',
      '<!here> <!channel> <!everyone> <!subteam^S1|@crew> <!subteam^S2>',
      `see <${link}> and <${link}?thread_ts=1|that>`,
      'x<@U1>',
    ),
    [
      'hi {@U1} and {@U99}, see {#C1}',
      '@here @channel @everyone {@*S1} {@*S2}',
      `see {message C1/${at(0)}} and {message C1/${at(0)}}`,
      'x {@U1}',
    ],
  )
})

test('emoji names in texts become the emoji that people saw', async () => {
  assert.deepEqual(
    await textsOf(
      ':white_check_mark: :thinking_face: :flag-us:',
      ':dog: :smile: `:dog:`',
      ':no_such_emoji: at 10:30:45',
    ),
    ['✅ 🤔 🇺🇸', '🐶 😄 `:dog:`', ':no_such_emoji: at 10:30:45'],
  )
})

test('text that would accidentally be Markdown is escaped', async () => {
  const [mention, formula, heading, link, code, html] = await textsOf(
    'write @**all** or #**general**',
    'costs $$5 or $$6',
    '# not a heading\n    indented',
    '<javascript:alert(1)|click> <https://example.org/a_b_c|the *page*>',
    '`*b* <@U1>` and ```\nx &lt; y\n```',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  )
  assert.doesNotMatch(mention!, /@\*|#\*/)
  assert.doesNotMatch(formula!, /\$\$/)
  assert.doesNotMatch(heading!, /^# |^ {4}/m)
  assert.equal(link, 'click [the *page*](https://example.org/a_b_c)')
  assert.equal(code, '`*b* <@U1>` and \n```\nx < y\n```')
  assert.equal(html, '<script>alert(1)</script>')
})

test('blocks and attachments of programs are imported, link previews are not', async () => {
  const { messages } = await read(
    export_([
      message(0, '', {
        bot_id: 'B4',
        user: undefined,
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'Deployed' } },
          { type: 'section', text: { type: 'mrkdwn', text: 'by <@U1>' } },
          { type: 'somethingnew' },
        ],
      }),
      message(1, 'look: <https://example.org>', {
        attachments: [{ from_url: 'https://example.org', title: 'Example', text: 'preview' }],
      }),
      message(2, '', { attachments: [{ fallback: 'plain', title: 'Alert', text: 'on *fire*' }] }),
      message(3, '', {
        attachments: [{ is_share: true, author_id: 'U2', channel_id: 'C1', ts: at(1), text: 'said before' }],
      }),
      message(4, '', {
        blocks: [
          { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'user', user_id: 'U2' }] }] },
        ],
      }),
    ]),
  )
  assert.deepEqual(messages.map(lineOf), [
    'C1 > general | U4: ## Deployed\n\nby {@U1}',
    'C1 > general | U1: look: https://example.org',
    'C1 > general | U1: **Alert**\n\non **fire**',
    `C1 > general | U1: {@U2}: {message C1/${at(1)}}\n> said before`,
    'C1 > general | U1: {@U2}',
  ])
})

test('unlisted authors get accounts: bots, people of other workspaces, messages without an author', async () => {
  const { catalog, messages } = await read(
    export_([
      message(0, 'beep', { user: undefined, bot_id: 'B7', username: 'Builder', subtype: 'bot_message' }),
      message(1, 'hello', { user: 'U77', user_profile: { real_name: 'Grace', name: 'grace' } }),
      message(2, 'who?', { user: undefined, username: 'Old hook' }),
      message(3, 'signed', { user: 'U4', bot_id: 'B4', username: 'Deployer' }),
      message(4, 'huddle', { user: 'USLACKBOT', subtype: 'huddle_thread', text: '', room: { created_by: 'U2' } }),
    ]),
  )
  const people = new Map(catalog.people.map((person) => [person.key, person]))
  assert.deepEqual([people.get('B7')?.fullName, people.get('B7')?.isBot], ['Builder', true])
  const grace = people.get('U77')
  assert.deepEqual([grace?.fullName, grace?.role, grace?.isActive], ['Grace', 'guest', false])
  assert.deepEqual(
    messages.map(({ sender, senderName }) => [sender, senderName]),
    [
      ['B7', undefined],
      ['U77', undefined],
      ['slack-integrations', 'Old hook'],
      ['U4', 'Deployer'],
      ['U2', undefined],
    ],
  )
  assert.equal(lineOf(messages[4]!), 'C1 > general | U2: *Huddle*')
})

test('reactions name people and emoji, and unnamed ones are reported', async () => {
  const { messages, lost } = await read(
    export_([
      message(0, 'x', {
        reactions: [
          { name: 'smile', users: ['U1', 'U2'], count: 3 },
          { name: 'wave::skin-tone-3', users: ['U2'], count: 1 },
          { name: 'party-parrot', users: ['U2'], count: 1 },
        ],
      }),
    ]),
  )
  assert.deepEqual(messages[0]?.reactions, [
    { person: 'U1', name: 'smile', unicode: '😄' },
    { person: 'U2', name: 'smile', unicode: '😄' },
    { person: 'U2', name: 'wave', unicode: '👋' },
    { person: 'U2', name: 'party-parrot', unicode: undefined },
  ])
  assert.equal(lost['Reactions by people not named in the export'], 1)
})

test('notices and logged edits are reported, and unknown subtypes are imported', async () => {
  const { messages, lost } = await read(
    export_([
      message(0, 'joined', { subtype: 'channel_join' }),
      message(1, 'changed', { subtype: 'message_changed' }),
      message(2, 'new thing', { subtype: 'something_of_tomorrow' }),
      message(3, 'waves', { subtype: 'me_message' }),
      message(4, 'This message was deleted.', { subtype: 'tombstone', user: 'USLACKBOT' }),
      message(5, ''),
    ]),
  )
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['new thing', '/me waves', '*This message was deleted.*'],
  )
  assert.deepEqual(lost, {
    'Service notices, such as joins': 1,
    'Edit and deletion log entries': 1,
    'Empty messages': 1,
  })
})

test('broken records affect nothing else', async () => {
  const good = JSON.stringify(message(1, 'good \u0000\u0007\ud83d text'))
  const { messages, lost, catalog } = await read(
    export_(`\ufeff[null, 5, {"type":"message","ts":"never","text":"a"}, {bad json}, {"type":"message","text":"no time"},
      {"type":"message","user":"U1","ts":"99999999999.000000","text":"far future"}, {"type":"message","ts":"1.0","text":"1970"},
      ${good}, {"__proto__":{"text":"polluted"},"type":"message","user":"U1","ts":"${at(2)}"}, ${good},
      {"type":"message","user":"U1","ts":"${at(3)}","text":"cut`),
  )
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['good \ufffd text'],
  )
  assert.equal(lost['Messages with an invalid time'], 4)
  assert.equal(lost['Unreadable records'], 4)
  assert.equal(lost['Empty messages'], 1)
  assert.equal(catalog.people.length, 5)
})

test('a top folder, unlisted folders, and names in other normalization forms are found', async () => {
  const { messages, lost } = await readingOf(
    slack,
    await folderOnDisk({
      'Acme export/users.json': users,
      'Acme export/channels.json': [{ id: 'C1', name: 'Caf\u00e9' }],
      'Acme export/Cafe\u0301/2023-11-14.json': [message(0, 'composed otherwise')],
      'Acme export/FC_F1/2023-11-14.json': [message(0, 'of a canvas')],
      '__MACOSX/users.json': 'junk',
    }),
  )
  assert.deepEqual(messages.map(lineOf), ['C1 > general | U1: composed otherwise'])
  assert.equal(lost['Message folders not listed in the export'], 1)
})

test('workspaces of an organization share channels, and each message comes once', async () => {
  const { messages, catalog } = await read({
    'org_users.json': users,
    'channels.json': [general],
    [day]: [message(0, 'root')],
    'teams/acme/channels.json': [general],
    'teams/acme/general/2023-11-14.json': [message(0, 'root'), message(1, 'more')],
  })
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['root', 'more'],
  )
  assert.equal(catalog.channels.length, 1)
})

test('files are fetched only from Slack, found in the archive, or reported', async () => {
  const file = (id: string, more: object) => ({ id, name: `${id}.txt`, mimetype: 'text/plain', size: 4, ...more })
  const path = await zipOnDisk(
    export_(
      [
        message(0, 'see', {
          files: [
            file('F1', { url_private: 'https://files.slack.com/files-pri/T1-F1/f.txt?t=xoxe-secret' }),
            file('F2', { url_private: 'https://evil.example/slack.com' }),
            file('F3', { mode: 'tombstone' }),
            file('F4', { url_private: 'https://files.slack.com/x' }),
            file('F5', { mode: 'external', url_private: 'https://docs.example.org/d', title: 'A [plan]' }),
          ],
        }),
      ],
      { '__uploads/F4/note.txt': 'note' },
    ),
  )
  const { messages, lost, losses } = await readingOf(slack, path, {
    look: async (_open, { messages }) => {
      const [far, near] = messages[0]!.files
      await assert.rejects(async () => far!.open(), Unreadable)
      const bytes = await all(await near!.open())
      assert.equal(Buffer.concat(bytes).toString(), 'note')
    },
  })
  assert.equal(
    shown(messages[0]!.text),
    'see\n{file 0}\n*F2.txt (not in the export)*\n*F3.txt (not in the export)*\n{file 1}\n[A  plan](https://docs.example.org/d)',
  )
  assert.equal(lost['Files missing from the export'], 2)
  assert.doesNotMatch(JSON.stringify([losses, messages.map(({ text }) => text)]), /xoxe/)
})

test("files are fetched only from Slack's hosts, and only over TLS", () => {
  const urls = {
    'https://files.slack.com/a': true,
    'https://slack.com/a': true,
    'http://files.slack.com/a': false,
    'https://slack.com.evil.example/': false,
    'https://evilslack.com/': false,
    'https://files.slack.com:8443/': false,
    'https://user@files.slack.com/': false,
    'https://169.254.169.254/': false,
  }
  for (const [url, expected] of Object.entries(urls)) assert.equal(isSlack(new URL(url)), expected, url)
})

test('reading the same archive twice gives the same result', async () => {
  const path = await zipOnDisk(
    export_([message(0, 'a'), message(0, 'twice'), message(1, 'b', { thread_ts: at(0) }), message(1.5, 'c')]),
  )
  const first = await readingOf(slack, path, {
    look: async (open, { messages }) => {
      assert.deepEqual(await all(open.messages()), messages)
    },
  })
  const second = await readingOf(slack, path)
  assert.deepEqual(second.messages, first.messages)
})

test('a file that is not a Slack export is refused', async () => {
  await assert.rejects(async () => read({ 'channels.json': [] }), Unreadable)
  await assert.rejects(async () => read({ 'hello.txt': 'hi' }), Unreadable)
  await assert.rejects(async () => readingOf(slack, await zipOnDisk(Buffer.from('PK\x03\x04 nonsense'))), Unreadable)
})

test('custom profile fields are imported by id, with their values', async () => {
  const { catalog } = await read({
    ...export_([]),
    'users.json': [
      {
        id: 'U1',
        profile: {
          real_name: 'Ada',
          fields: {
            Xf01AB: { value: 'London', alt: '' },
            Xf02: { value: 'https://x.example', alt: 'Page' },
            __proto__: 1,
          },
        },
      },
      { id: 'U2', profile: { real_name: 'Ben', fields: [] } },
    ],
  })
  assert.deepEqual(catalog.people[0]?.profile, { Xf01AB: 'London', Xf02: 'Page' })
  assert.deepEqual(catalog.people[1]?.profile, {})
})

test('groups are imported if a tool exported them, except deleted ones', async () => {
  const { catalog, messages } = await read(
    export_([message(0, 'Ask <!subteam^S1>')], {
      'usergroups.json': [
        {
          id: 'S1',
          name: 'Those who fly',
          handle: 'pilots',
          description: 'Planes',
          users: ['U1', 'U2'],
          date_delete: 0,
        },
        { id: 'S2', handle: 'gone', users: ['U1'], date_delete: 1_600_000_000 },
      ],
    }),
  )
  assert.deepEqual(catalog.groups, [
    { key: 'S1', name: 'pilots', description: 'Planes', people: ['U1', 'U2'], groups: [] },
  ])
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['Ask {@*S1}'],
  )
})

test('a restricted channel is restricted to administrators, and reported', async () => {
  const { catalog, lost } = await read({
    ...export_([]),
    'channels.json': [general, { id: 'C2', name: 'news', is_read_only: true }],
  })
  assert.deepEqual(
    catalog.channels.map(({ permissions }) => permissions?.can_send_message_group?.roles),
    [undefined, ['administrators']],
  )
  assert.equal(lost['Channels with restricted posting: only administrators can post in them now'], 1)
})
