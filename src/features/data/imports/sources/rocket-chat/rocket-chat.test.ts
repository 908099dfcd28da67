import { gzipSync } from 'node:zlib'
import { type Document, ObjectId, serialize } from 'bson'
import { assert, test } from '#test'
import { Unreadable } from '../../records.ts'
import { all, type Contents, folderOnDisk, isInOrder, lineOf, readingOf, shown, zipOnDisk } from '../fixture.ts'
import { rocketChat } from './source.ts'

const begin = 1_700_000_000
const at = (second: number) => new Date((begin + second) * 1000)
const dump = (documents: readonly Document[]) => Buffer.concat(documents.map((one) => serialize(one)))

const users = [
  {
    _id: 'u1',
    username: 'ada.l',
    name: 'Ada',
    emails: [{ address: 'ada@example.org', verified: true }],
    roles: ['user', 'admin'],
    active: true,
    type: 'user',
    createdAt: at(-100),
    services: { password: { bcrypt: 'secret-hash' } },
  },
  { _id: 'u2', username: 'ben', roles: ['guest'], active: false, type: 'user', __rooms: ['r1'] },
  { _id: 'rocket.cat', username: 'rocket.cat', name: 'Rocket.Cat', roles: ['bot'], active: true, type: 'bot' },
  { _id: 'v1', type: 'unknown', username: 'visitor' },
]
const rooms = [
  { _id: 'r1', t: 'c', name: 'looms', fname: 'Looms', topic: 'Of weaving', ts: at(-50), u: { _id: 'u1' } },
  { _id: 'r2', t: 'p', name: 'secret', archived: true },
  { _id: 'd1', t: 'd', uids: ['u1', 'u2'], usernames: ['ada.l', 'ben'] },
  { _id: 'l1', t: 'l', fname: 'Visitor' },
]
const message = (id: string, second: number, msg: string, more: object = {}) => ({
  ...{ _id: id, rid: 'r1', msg, ts: at(second), u: { _id: 'u1', username: 'ada.l' }, _updatedAt: at(999) },
  ...more,
})
const contents = (messages: readonly Document[] | Buffer, more: Record<string, Document[]> = {}): Contents => ({
  ...Object.fromEntries(
    Object.entries({ users, rocketchat_room: rooms, ...more }).map(([name, list]) => [
      `dump/meteor/${name}.bson`,
      dump(list),
    ]),
  ),
  'dump/meteor/rocketchat_message.bson': Buffer.isBuffer(messages) ? messages : dump(messages),
  'dump/admin/system.version.bson': dump([{ _id: 'x' }]),
})
const read = async (messages: readonly Document[] | Buffer, more: Record<string, Document[]> = {}) =>
  readingOf(rocketChat, await folderOnDisk(contents(messages, more)))
const textsOf = async (...texts: string[]) =>
  (await read(texts.map((text, index) => message(`m${index}`, index, text)))).messages.map(({ text }) => shown(text))

test('people and rooms are imported without passwords and visitors', async () => {
  const { catalog } = await read([], {
    rocketchat_subscription: [{ _id: 's1', rid: 'r1', u: { _id: 'u1' }, f: true }],
  })
  assert.deepEqual(
    catalog.people.map(({ key, fullName, email, role, isBot, isActive }) => [
      key,
      fullName,
      email,
      role,
      isBot,
      isActive,
    ]),
    [
      ['u1', 'Ada', 'ada@example.org', 'administrator', false, true],
      ['u2', 'ben', undefined, 'guest', false, false],
      ['rocket.cat', 'Rocket.Cat', undefined, 'member', true, true],
    ],
  )
  assert.equal(catalog.people[0]?.createdAt?.getTime(), at(-100).getTime())
  assert.doesNotMatch(JSON.stringify(catalog), /secret-hash/)
  const [looms, secret] = catalog.channels
  assert.deepEqual(
    [looms?.name, looms?.description, looms?.isPrivate, looms?.creator],
    ['Looms', 'Of weaving', false, 'u1'],
  )
  assert.deepEqual(looms?.members, [{ person: 'u2' }, { person: 'u1', isPinned: true }])
  assert.deepEqual([secret?.isPrivate, secret?.isArchived, catalog.channels.length], [true, true, 2])
})

test('threads and discussions become topics, direct rooms become conversations', async () => {
  const { messages } = await read(
    [
      message('m3', 3, 'reply', { tmid: 'm1', tshow: true }),
      message('m1', 1, 'Which *pattern*?', { tcount: 1 }),
      message('m4', 4, 'Colours', { t: 'discussion-created', drid: 'p1' }),
      message('m5', 5, 'blue', { rid: 'p1' }),
      message('m6', 6, 'psst', { rid: 'd1' }),
      message('m7', 7, 'hidden from the channel', { rid: 'p2' }),
    ],
    {
      rocketchat_room: [
        ...rooms,
        { _id: 'p1', t: 'c', prid: 'r1', fname: 'Colours' },
        { _id: 'p2', t: 'p', prid: 'r1', fname: 'Private talk' },
      ],
    },
  )
  const topic = '2023-11-14 Which pattern?'
  assert.deepEqual(messages.map(lineOf), [
    `r1 > ${topic} | u1: Which **pattern**?`,
    `r1 > general | u1: {#r1>${topic}}`,
    `r1 > ${topic} | u1: reply`,
    'r1 > general | u1: {message m3}',
    'r1 > general | u1: {#r1>Colours}\nColours',
    'r1 > Colours | u1: blue',
    'u1+u2 | u1: psst',
    'p2 > general | u1: hidden from the channel',
  ])
  assert.ok(isInOrder(messages))
})

test('circular discussions, and those whose channel is gone, become channels', async () => {
  const { catalog, messages } = await read(
    [message('m1', 1, 'a', { rid: 'a' }), message('m2', 2, 'b', { rid: 'b' }), message('m3', 3, 'c', { rid: 'c' })],
    {
      rocketchat_room: [
        { _id: 'a', t: 'c', prid: 'b', name: 'a' },
        { _id: 'b', t: 'c', prid: 'a', name: 'b' },
        { _id: 'c', t: 'c', prid: 'gone', name: 'c' },
      ],
    },
  )
  assert.equal(catalog.channels.length, 3)
  assert.equal(messages.length, 3)
})

test('Markdown, mentions, quotes, and attachments are converted', async () => {
  assert.deepEqual(
    await textsOf(
      '*bold* **bold** _it_ ~gone~ ~~gone~~',
      'hi @ada.l. and @all, in #looms, not @nobody',
      '[ ](https://chat.example.org/channel/looms?msg=m0) indeed',
      '`*x* @ben` @**all**',
      ':dog: `:dog:` :no_such_emoji:',
    ),
    [
      '**bold** **bold** *it* ~~gone~~ ~~gone~~',
      'hi {@u1}. and @all, in {#r1}, not @nobody',
      '{message m0} indeed',
      '`*x* @ben` @\u200b**all**',
      '🐶 `:dog:` :no_such_emoji:',
    ],
  )
  const { messages } = await read([
    message('m1', 1, '', {
      alias: 'CI',
      attachments: [
        { message_link: 'https://x', author_name: 'ben', text: 'quoted' },
        { title: ':dog: Build', title_link: 'https://ci.example.org', text: 'failed' },
      ],
    }),
  ])
  assert.equal(shown(messages[0]!.text), '> ben:\n> quoted\n**[🐶 Build](https://ci.example.org)**\nfailed')
  assert.equal(messages[0]?.senderName, 'CI')
})

test('files, emoji, reactions, stars, and pins are imported', async () => {
  const parts = (name: string, ...list: string[]) =>
    list.map((text, n) => ({ _id: new ObjectId(), files_id: name, n, data: Buffer.from(text) }))
  const reading = await readingOf(
    rocketChat,
    await zipOnDisk(
      contents(
        [
          message('m1', 1, 'x', {
            files: [
              { _id: 'f1', name: 'a.txt', type: 'text/plain', size: 8 },
              { _id: 'f2', name: 'thumb', typeGroup: 'thumb' },
              { _id: 'f3', name: 'elsewhere.txt', size: 4 },
              { _id: 'f4', name: 'holes.txt', size: 4 },
            ],
            reactions: {
              ':white_check_mark:': { usernames: ['ben', 'old.name'] },
              ':loom:': { usernames: ['ada.l'] },
              __proto__: { usernames: ['x'] },
            },
            starred: [{ _id: 'u2' }],
            pinned: true,
            editedAt: at(2),
          }),
        ],
        {
          'rocketchat_uploads.chunks': [...parts('f1', 'over', 'lap!').reverse(), parts('f4', 'a', 'b')[1]!],
          rocketchat_custom_emoji: [{ _id: 'e1', name: 'loom', aliases: [], extension: 'gif' }],
          'custom_emoji.files': [{ _id: 'e1file', filename: 'loom.gif' }],
          'custom_emoji.chunks': parts('e1file', 'GIF'),
        },
      ),
    ),
    {
      look: async (_open, { messages }) => {
        const [file, holes] = messages[0]!.files
        assert.equal(Buffer.concat(await all(await file!.open())).toString(), 'overlap!')
        await assert.rejects(async () => holes!.open(), Unreadable)
      },
    },
  )
  const [one] = reading.messages
  assert.deepEqual(one?.reactions, [
    { person: 'u2', name: 'white_check_mark', unicode: '✅' },
    { person: 'old.name', name: 'white_check_mark', unicode: '✅' },
    { person: 'u1', name: 'loom', unicode: undefined },
  ])
  assert.deepEqual([one?.starredBy, one?.isPinned, one?.editedAt?.getTime()], [['u2'], true, at(2).getTime()])
  assert.deepEqual(reading.lost, { 'Files missing from the database': 1 })
  assert.deepEqual(
    reading.catalog.emoji.map(({ name }) => name),
    ['loom'],
  )
})

test('missing, hidden, encrypted, and broken records are reported, and the rest is imported', async () => {
  const good = message('m1', 1, 'good \u0000\ud83d'.slice(0, 5))
  const { messages, lost, catalog } = await read(
    Buffer.concat([
      dump([
        good,
        message('m2', 2, 'x', { rid: undefined }),
        message('m3', 3, 'x', { _hidden: true, parent: 'm1' }),
        message('m4', 4, 'x', { t: 'e2e' }),
        message('m5', 5, 'ben', { t: 'uj' }),
        message('m6', 6, 'x', { u: undefined }),
        message('m7', 7, 'x', { ts: 'never' }),
        message('m8', 8, 'visitor', { rid: 'l1' }),
        message('m9', 9, 'stranger', { u: { _id: 'u9', username: 'left', name: 'Left' } }),
        { _id: 'm10', rid: 'r1', ts: at(10), u: { _id: 'u1' } },
      ]),
      Buffer.from([9, 0, 0, 0, 1, 2, 3, 4, 5]),
      Buffer.from([200, 0, 0, 0, 1]),
    ]),
  )
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['good', 'stranger'],
  )
  assert.deepEqual(lost, {
    'Messages in rooms missing from the dump': 1,
    'Edit history and deleted messages': 1,
    'Encrypted messages': 1,
    'Service notices, such as joins': 1,
    'Messages without an author or an id': 1,
    'Messages with an invalid time': 1,
    'Messages of visitors and calls': 1,
    'Empty messages': 1,
    'Unreadable records': 2,
  })
  assert.deepEqual(
    catalog.people.filter(({ key }) => key === 'u9').map(({ fullName, isActive }) => [fullName, isActive]),
    [['Left', false]],
  )
})

test('collections can be compressed, and a file that is not a dump is refused', async () => {
  const packed = Object.fromEntries(
    Object.entries(contents([message('m1', 1, 'packed')])).map(([name, bytes]) => [
      `${name}.gz`,
      gzipSync(bytes as Buffer),
    ]),
  )
  const { messages } = await readingOf(rocketChat, await folderOnDisk(packed))
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['packed'],
  )
  await assert.rejects(async () => readingOf(rocketChat, await zipOnDisk({ 'users.bson': dump(users) })), Unreadable)
})

test('room owners administer the channel; in read-only rooms only a few can post', async () => {
  const room = (_id: string, more: object = {}) => ({ _id, t: 'c', name: _id, ...more })
  const inside = (rid: string, id: string, ...roles: string[]) => ({ _id: `${rid}${id}`, rid, u: { _id: id }, roles })
  const { catalog, lost } = await read([], {
    rocketchat_room: [
      room('open'),
      room('news', { ro: true, unmuted: ['ben'] }),
      room('cast', { broadcast: true }),
      room('quiet', { muted: ['ben'] }),
      // a read-only discussion doesn't become a topic that everyone can post in
      room('notes', { prid: 'open', ro: true }),
    ],
    rocketchat_subscription: [
      inside('open', 'u1', 'owner'),
      inside('open', 'u2', 'moderator'),
      inside('news', 'u1', 'moderator'),
      inside('cast', 'u1'),
      inside('quiet', 'u1'),
      inside('quiet', 'u2'),
    ],
  })
  const of = (...people: string[]) => ({ people, groups: [], roles: [] })
  assert.deepEqual(
    catalog.channels.map(({ name, permissions }) => [name, permissions]),
    [
      ['open', { can_administer_channel_group: of('u1') }],
      ['news', { can_administer_channel_group: of(), can_send_message_group: of('u1', 'u2') }],
      ['cast', { can_send_message_group: of() }],
      ['quiet', { can_send_message_group: of('u1') }],
      ['notes', { can_send_message_group: of() }],
    ],
  )
  assert.equal(lost['Rooms with muted people: only the other members can post here'], 1)
})

test('custom fields become profile fields', async () => {
  const customFields = { Team: 'Looms', Floor: 3, Tools: ['card', 'punch'], Nothing: null, Deep: { a: 1 } }
  const { catalog } = await read([], {
    users: [{ _id: 'u1', username: 'ada', active: true, type: 'user', bio: 'Of engines', customFields }],
  })
  assert.deepEqual(catalog.people[0]?.profile, { Bio: 'Of engines', Team: 'Looms', Floor: '3', Tools: 'card, punch' })
})
