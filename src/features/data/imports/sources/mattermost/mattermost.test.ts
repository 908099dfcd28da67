import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, test } from '#test'
import { Unreadable } from '../../records.ts'
import {
  type Contents,
  folderOnDisk,
  isInOrder,
  lineOf,
  readingOf,
  scratchFolder,
  shown,
  zipOnDisk,
} from '../fixture.ts'
import { mattermost } from './source.ts'

const begin = 1_700_000_000_000
const version = { type: 'version', version: 1, info: { generator: 'mattermost-server', version: '10.5.0' } }
const line = (type: string, record: object) => ({ type, [type]: record })
const team = line('team', { name: 'acme', display_name: 'Acme', type: 'I' })
const town = line('channel', {
  team: 'acme',
  name: 'town-square',
  display_name: 'Town Square',
  type: 'O',
  header: 'Hello',
})
const secret = line('channel', { team: 'acme', name: '404', display_name: '404', type: 'P', deleted_at: 5 })
const ada = line('user', {
  username: 'ada.l',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  position: 'Countess',
  roles: 'system_user system_admin',
  auth_data: 'secret',
  profile_image: 'data/profiles/ada.png',
  teams: [
    {
      name: 'acme',
      roles: 'team_user',
      channels: [
        { name: 'town-square', notify_props: { mark_unread: 'mention' }, favorite: true },
        { name: '404', notify_props: {} },
      ],
    },
  ],
})
const ben = line('user', {
  username: 'Ben',
  email: 'ben@example.org',
  roles: 'system_guest',
  delete_at: 7,
  teams: null,
})
const post = (second: number, message: string, more: object = {}) =>
  line('post', {
    team: 'acme',
    channel: 'town-square',
    user: 'ada.l',
    message,
    create_at: begin + second * 1000,
    ...more,
  })
const reply = (second: number, message: string, more: object = {}) => ({
  user: 'ben',
  message,
  create_at: begin + second * 1000,
  ...more,
})
const lines = (...records: unknown[]) =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n')
const export_ = (...records: unknown[]) => lines(version, team, town, secret, ada, ben, ...records)
const read = async (text: string, more: Contents = {}) =>
  readingOf(mattermost, await zipOnDisk({ 'import.jsonl': text, ...more }))
const textsOf = async (...texts: string[]) => {
  const { messages } = await read(export_(...texts.map((text, index) => post(index, text))))
  return messages.map(({ text }) => shown(text))
}

test('people, teams, and channels are imported with their roles and members', async () => {
  const { catalog } = await read(
    export_(line('bot', { username: 'robot', owner: 'ada.l', display_name: 'Robot', delete_at: 0 })),
    { 'data/profiles/ada.png': 'png' },
  )
  const [first, second, robot] = catalog.people
  assert.deepEqual(
    [first?.key, first?.fullName, first?.email, first?.role, first?.profile, first?.avatar?.name],
    ['ada.l', 'Ada Lovelace', 'ada@example.org', 'administrator', { Title: 'Countess' }, 'ada.png'],
  )
  assert.deepEqual([second?.key, second?.role, second?.isActive], ['ben', 'guest', false])
  assert.deepEqual([robot?.isBot, robot?.owner, robot?.isActive], [true, 'ada.l', true])
  const [open, closed] = catalog.channels
  assert.deepEqual([open?.name, open?.description, open?.isPrivate], ['Town Square', 'Hello', false])
  assert.deepEqual(open?.members, [{ person: 'ada.l', isMuted: true, isPinned: true }])
  assert.deepEqual([closed?.name, closed?.isPrivate, closed?.isArchived], ['404', true, true])
  assert.equal(catalog.organization.name, 'Acme')
  assert.doesNotMatch(JSON.stringify(catalog), /secret/)
})

test('a post with replies becomes a topic, whatever the order of lines', async () => {
  const { messages } = await read(
    export_(
      post(5, 'Later'),
      post(0, 'Lunch _today_?', { replies: [reply(9, 'Yes'), reply(3, 'Soup')], is_pinned: true, edit_at: begin + 1 }),
    ),
  )
  const topic = '2023-11-14 Lunch today?'
  assert.deepEqual(messages.map(lineOf), [
    `acme/town-square > ${topic} | ada.l: Lunch *today*?`,
    `acme/town-square > general | ada.l: {#acme/town-square>${topic}}`,
    `acme/town-square > ${topic} | ben: Soup`,
    'acme/town-square > general | ada.l: Later',
    `acme/town-square > ${topic} | ben: Yes`,
  ])
  assert.ok(isInOrder(messages))
  assert.deepEqual([messages[0]?.isPinned, messages[0]?.editedAt?.getTime()], [true, begin + 1])
})

test('direct and group messages are imported, including to oneself and without recipients', async () => {
  const direct = (second: number, members: unknown, message: string) =>
    line('direct_post', { channel_members: members, user: 'ada.l', message, create_at: begin + second * 1000 })
  const { messages, lost } = await read(
    export_(
      line('direct_channel', { members: ['ada.l', 'ben'] }),
      direct(0, ['ada.l', 'Ben'], 'hi'),
      direct(1, ['ada.l', 'ada.l'], 'note'),
      direct(2, ['ada.l', 'ben', 'cleo'], 'all'),
      direct(3, [], 'lost'),
      direct(4, [{ username: 'ben' }, { username: 'ada.l' }], 'newer'),
    ),
  )
  assert.deepEqual(messages.map(lineOf), [
    'ada.l+ben | ada.l: hi',
    'ada.l | ada.l: note',
    'ada.l+ben+cleo | ada.l: all',
    'ben+ada.l | ada.l: newer',
  ])
  assert.equal(lost['Direct messages without recipients'], 1)
})

test('reactions, stars, and files of posts are imported', async () => {
  const { messages, lost, catalog } = await read(
    export_(
      line('emoji', { name: 'party', image: 'emoji/1/image' }),
      line('emoji', { name: 'lost', image: 'emoji/2/image' }),
      post(0, 'x', {
        reactions: [
          { user: 'Ben', emoji_name: 'white_check_mark', create_at: 1 },
          { user: 'ben', emoji_name: 'wave_medium_skin_tone' },
          { user: 'ben', emoji_name: 'party' },
          { emoji_name: 'smile' },
        ],
        flagged_by: ['Ben', 'nobody'],
        attachments: [{ path: '20230101/f/a b.txt' }, { path: '../../etc/passwd' }, {}],
      }),
      post(1, '', { attachments: [{ path: 'data/20230101/f/a b.txt' }] }),
    ),
    { 'data/20230101/f/a b.txt': 'text', 'data/emoji/1/image': 'gif' },
  )
  assert.deepEqual(messages[0]?.reactions, [
    { person: 'ben', name: 'white_check_mark', unicode: '✅' },
    { person: 'ben', name: 'wave', unicode: '👋' },
    { person: 'ben', name: 'party', unicode: undefined },
  ])
  assert.deepEqual(messages[0]?.starredBy, ['ben', 'nobody'])
  assert.deepEqual(
    messages.map(({ files }) => files.map(({ name, size }) => [name, size])),
    [[['a b.txt', 4]], [['a b.txt', 4]]],
  )
  assert.deepEqual(lost, { 'Files missing from the export': 2, 'Emoji without a picture': 1 })
  assert.deepEqual(
    catalog.emoji.map(({ name }) => name),
    ['party'],
  )
})

test('mentions end where a name ends; @all and @channel do not notify', async () => {
  assert.deepEqual(
    await textsOf(
      'hi @ada.l. and @Ben, @unknown @all @here a@ada.l',
      'in ~town-square and ~nowhere ~~gone~~',
      '`@ben` stays',
      '```\n@ben _x_\n```',
      'write @**all** and @*admins*',
    ),
    [
      'hi {@ada.l}. and {@ben}, @unknown @all @here a@ada.l',
      'in {#acme/town-square} and ~nowhere ~~gone~~',
      '`@ben` stays',
      '```\n@ben _x_\n```',
      'write @\u200b**all** and @\u200b*admins*',
    ],
  )
})

test('Markdown keeps its meaning', async () => {
  assert.deepEqual(
    await textsOf(
      '_it_ __bold__ snake_case_name https://example.org/_a_/b',
      '\\*not bold\\* 1\\. x',
      '```latex\nx^2\n```\n```quote\ncode\n```',
    ),
    [
      '*it* **bold** snake_case_name https://example.org/_a_/b',
      '\u2217not bold\u2217 1\u200b. x',
      '```math\nx^2\n```\n```text\ncode\n```',
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

test('posts of programs keep the name they were sent under', async () => {
  const { messages } = await read(
    export_(
      post(0, '', {
        props: {
          override_username: 'CI',
          attachments: [
            {
              title: ':white_check_mark: Build',
              title_link: 'https://ci.example.org',
              text: 'failed for @ben',
              fields: [{ title: ':dog: Branch', value: 'main' }],
            },
            { fallback: 'plain' },
            { title: 'Bad', title_link: 'javascript:alert(1)' },
          ],
        },
      }),
      post(1, 'waves', { type: 'me' }),
      post(2, 'kept', { type: 'custom_calls' }),
    ),
  )
  assert.equal(
    shown(messages[0]!.text),
    '**[✅ Build](https://ci.example.org)**\n\nfailed for {@ben}\n\n**🐶 Branch**: main\n\nplain\n\n**Bad**',
  )
  assert.equal(messages[0]?.senderName, 'CI')
  assert.deepEqual(
    messages.slice(1).map(({ text }) => shown(text)),
    ['/me waves', 'kept'],
  )
})

test('broken lines, absurd times, and notices are reported, and the rest is imported', async () => {
  const { messages, lost, catalog } = await read(
    `\ufeff${export_(
      '{"type":"post","post":{"team":"acme"',
      'null',
      '{"type":"post"}',
      line('something_new', { x: 1 }),
      post(0, 'joined', { type: 'system_join_channel' }),
      post(0, 'never', { create_at: 0 }),
      post(0, 'future', { create_at: 9e15 }),
      post(0, 'text time', { create_at: String(begin) }),
      post(1, 'nobody', { user: undefined }),
      post(2, 'elsewhere', { channel: 'gone' }),
      post(3, 'a stranger', { user: 'Leaver' }),
      post(4, 'twice'),
      post(4, 'twice'),
      post(5, '\u0000'),
      '{"type":"post","post":{"team":"acme","channel":"town-square","user":"ada.l","create_at":1700000006000,"message":"\\ud800 half","__proto__":{"x":1}}}',
      '{"type":"post","post":{"team":"acme","chan',
    )}`,
  )
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['text time', 'a stranger', 'twice', 'twice', '\ufffd half'],
  )
  assert.equal(new Set(messages.map(({ key }) => key)).size, messages.length)
  assert.deepEqual(lost, {
    'Lines that cannot be read': 4,
    'Service notices, such as joins': 1,
    'Messages with an invalid time': 2,
    'Messages without an author': 1,
    'Messages in channels missing from the export': 1,
    'Empty messages': 1,
  })
  assert.equal(catalog.people.find(({ key }) => key === 'leaver')?.isActive, false)
})

test("teams are merged into one organization, and shared channel names get the team's name", async () => {
  const { catalog } = await read(
    export_(
      line('team', { name: 'beta', display_name: 'Beta' }),
      line('channel', { team: 'beta', name: 'town-square', display_name: 'Town Square', type: 'O' }),
    ),
  )
  assert.deepEqual(
    catalog.channels.map(({ name }) => name),
    ['Town Square (Acme)', '404', 'Town Square (Beta)'],
  )
  assert.equal(catalog.organization.name, undefined)
})

test('lines alone or in a folder are read with the files next to them', async () => {
  const text = export_(post(0, 'x', { attachments: [{ path: 'f/a.txt' }] }))
  const folder = await folderOnDisk({ 'export.jsonl': text, 'data/f/a.txt': 'text' })
  for (const path of [folder, join(folder, 'export.jsonl')]) {
    const { messages } = await readingOf(mattermost, path)
    assert.equal(messages[0]?.files[0]?.size, 4)
  }
})

test('a file that is not a bulk export is refused', async () => {
  const path = join(await scratchFolder(), 'x.jsonl')
  await writeFile(path, '{"type":"team"}')
  await assert.rejects(async () => readingOf(mattermost, path), Unreadable)
  await assert.rejects(async () => readingOf(mattermost, `${path}.gone`), Unreadable)
})

const scheme = (name: string, guests: string[], people: string[]) =>
  line('scheme', {
    name,
    scope: 'channel',
    default_channel_guest_role: { name: `${name}_guest`, permissions: guests },
    default_channel_user_role: { name: `${name}_user`, permissions: people },
    default_channel_admin_role: { name: `${name}_admin`, permissions: ['create_post'] },
  })
const channelWith = (name: string, more: object = {}) =>
  line('channel', { team: 'acme', name, display_name: name, type: 'O', ...more })

test('channel admins administer their channel; in a moderated one only they can post', async () => {
  const caretaker = line('user', {
    username: 'cleo',
    email: 'cleo@example.org',
    teams: [{ name: 'acme', channels: [{ name: 'news', roles: 'channel_user channel_admin' }, { name: 'talk' }] }],
  })
  const { catalog, lost } = await read(
    lines(
      version,
      team,
      channelWith('news', { scheme: 'few' }),
      channelWith('talk'),
      channelWith('insiders', { scheme: 'people' }),
      channelWith('all', { scheme: 'everybody' }),
      channelWith('lost', { scheme: 'nowhere' }),
      caretaker,
      // schemes can come last
      scheme('few', [], ['read_channel']),
      scheme('people', [], ['create_post']),
      scheme('everybody', ['create_post'], ['create_post']),
    ),
  )
  const cleo = { people: ['cleo'], groups: [], roles: [] }
  const nobody = { people: [], groups: [], roles: [] }
  assert.deepEqual(
    catalog.channels.map(({ name, permissions }) => [name, permissions]),
    [
      ['news', { can_administer_channel_group: cleo, can_send_message_group: cleo }],
      ['talk', {}],
      ['insiders', { can_send_message_group: { ...nobody, roles: ['members'] } }],
      ['all', {}],
      ['lost', { can_send_message_group: nobody }],
    ],
  )
  assert.equal(lost['Channels with a permission scheme that is not in the export'], 1)
})

test("guests can't post where a server or team scheme forbids it", async () => {
  const roles = [
    line('role', { name: 'channel_guest', permissions: ['read_channel'] }),
    line('role', { name: 'channel_user', permissions: ['create_post'] }),
  ]
  const of = async (...records: object[]) =>
    (await read(lines(version, ...records))).catalog.channels[0]?.permissions?.can_send_message_group?.roles
  assert.deepEqual(await of(team, channelWith('talk'), ...roles), ['members'])
  const schooled = line('team', { name: 'acme', display_name: 'Acme', scheme: 'school' })
  assert.deepEqual(await of(schooled, channelWith('talk')), ['members'])
  assert.equal(await of(schooled, channelWith('talk'), scheme('school', ['create_post'], ['create_post'])), undefined)
})

test('a poll of a plug-in becomes text with its options, and is reported', async () => {
  const poll = post(0, '', {
    type: 'custom_matterpoll',
    props: {
      attachments: [{ title: 'Where?', actions: [{ id: 'a', name: 'Here (2)' }, { name: 'There' }, { nothing: 1 }] }],
    },
  })
  const { messages, lost } = await read(export_(poll))
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['**Where?**\n\n* Here (2)\n* There'],
  )
  assert.equal(lost['Plugin polls, imported as text'], 1)
})
