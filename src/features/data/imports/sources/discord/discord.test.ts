import { assert, test } from '#test'
import { Unreadable } from '../../records.ts'
import { all, type Contents, folderOnDisk, isInOrder, lineOf, readingOf, shown, zipOnDisk } from '../fixture.ts'
import { discordSource, isDiscord } from './source.ts'

const nowhere = {
  request: async () => {
    throw new Error('nothing is asked')
  },
  close: async () => {},
}
const discord = discordSource(() => nowhere)
const read = async (contents: Contents) => readingOf(discord, await zipOnDisk(contents))

const guild = { id: '100', name: 'Engine', iconUrl: '' }
const ada = {
  id: '9007199254740993',
  name: 'ada',
  nickname: 'Ada',
  isBot: false,
  roles: [{ id: '77', name: 'Crew', color: null, position: 1 }],
}
const ben = { id: '2', name: 'ben b', nickname: 'ben b', isBot: false }
/** A snowflake id of a message sent at that second. */
const idAt = (second: number) => String((BigInt(1_700_000_000 + second) * 1000n - 1_420_070_400_000n) << 22n)
const message = (second: number, content: string, more: object = {}) => ({
  id: idAt(second),
  type: 'Default',
  timestamp: new Date((1_700_000_000 + second) * 1000).toISOString().replace('Z', '+00:00'),
  timestampEdited: null,
  isPinned: false,
  content,
  author: ada,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  ...more,
})
const channel = (id: string, name: string, messages: unknown[], more: object = {}) => ({
  guild,
  channel: { id, type: 'GuildTextChat', categoryId: '5', category: 'Text', name, topic: null, ...more },
  dateRange: { after: null, before: null },
  exportedAt: '2024-01-01T00:00:00+00:00',
  messages,
  messageCount: messages.length,
})
const textsOf = async (...given: (string | object)[]) => {
  const messages = given.map((one, index) =>
    typeof one === 'string' ? message(index, one) : message(index, '', one as object),
  )
  const reading = await read({ 'a.json': channel('10', 'general', messages) })
  return reading.messages.map(({ text }) => shown(text))
}

test('channels become private to the people who wrote in them, and ids stay', async () => {
  const { catalog, messages } = await read({
    'Engine - Text - general [10].json': channel('10', 'general', [message(0, 'hello', { isPinned: true })], {
      topic: 'Of everything',
    }),
  })
  assert.deepEqual(catalog.organization, { key: '100', name: 'Engine' })
  const [general] = catalog.channels
  assert.deepEqual(
    [general?.name, general?.description, general?.isPrivate, general?.members],
    ['general', 'Of everything', true, [{ person: '9007199254740993' }]],
  )
  assert.deepEqual(messages.map(lineOf), ['10 > general | 9007199254740993: hello'])
  assert.equal(messages[0]?.isPinned, true)
})

test('threads and forum posts become topics of their parent channel', async () => {
  const { catalog, messages } = await read({
    'general.json': channel('10', 'general', [message(0, 'Shall we?'), message(9, 'later')]),
    'thread.json': channel(
      idAt(0),
      'A plan',
      [
        message(1, '', { id: '555', type: '21', reference: { messageId: idAt(0) } }),
        message(2, 'Yes', { author: ben }),
      ],
      { type: 'GuildPublicThread', categoryId: '10', category: 'general' },
    ),
    'post1.json': channel('31', 'Same *name*', [message(3, 'one')], {
      type: 'GuildPublicThread',
      categoryId: '30',
      category: 'forum',
    }),
    'post2.json': channel('32', 'same name', [message(4, 'two')], { type: '11', categoryId: '30', category: 'forum' }),
  })
  const [a] = [ada.id]
  assert.deepEqual(messages.map(lineOf), [
    `10 > general | ${a}: Shall we?\n{#10>A plan}`,
    `10 > A plan | ${a}: {message ${idAt(0)}}`,
    '10 > A plan | 2: Yes',
    `30 > Same name | ${a}: one`,
    `30 > same name (2) | ${a}: two`,
    `10 > general | ${a}: later`,
  ])
  assert.ok(isInOrder(messages))
  assert.deepEqual(
    catalog.channels.map(({ name, members }) => [name, members.length]),
    [
      ['general', 2],
      ['forum', 1],
    ],
  )
})

test('parts of a channel are merged in any order, and duplicates are imported once', async () => {
  const { messages } = await read({
    'x [part 2].json': channel('10', 'general', [message(5, 'c'), message(4, 'b')]),
    'x.json': channel('10', 'general', [message(4, 'b'), message(1, 'a')]),
  })
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['a', 'b', 'c'],
  )
})

test('DM participants include senders, and silent recipients by name', async () => {
  const direct = (id: string, name: string, messages: unknown[], type = 'DirectTextChat') => ({
    ...channel(id, name, messages, { type }),
    guild: { id: '0', name: 'Direct Messages' },
  })
  const { messages, catalog } = await read({
    'a.json': direct('40', 'ben b', [message(0, 'hi'), message(1, 'ho', { author: ben })]),
    'b.json': direct('41', 'Silent', [message(2, 'anybody?')]),
    'c.json': direct('42', 'us', [message(3, 'x'), message(4, 'y', { author: ben })], 'DirectGroupTextChat'),
  })
  assert.deepEqual(messages.map(lineOf), [
    `${ada.id}+2 | ${ada.id}: hi`,
    `${ada.id}+2 | 2: ho`,
    `${ada.id}+41/other | ${ada.id}: anybody?`,
    `${ada.id}+2 | ${ada.id}: x`,
    `${ada.id}+2 | 2: y`,
  ])
  assert.equal(catalog.people.find(({ key }) => key === '41/other')?.fullName, 'Silent')
  assert.deepEqual(catalog.channels, [])
})

test('mentions resolve by id and by name; @everyone does not notify', async () => {
  assert.deepEqual(
    await textsOf(
      `hi <@!${ada.id}> <@3> <@&77> <@&78> <#10> <#11>`,
      { content: 'hi @ben b and @nobody', mentions: [ben] },
      '<a:party:123> <t:1392734382:R> </ban:5> @everyone @here @**all**',
      '`<@2>`',
    ),
    [
      `hi {@${ada.id}} {@3} @Crew @role {#10} #channel`,
      'hi {@2} and @nobody',
      ':party: <time:2014-02-18T14:39:42.000Z> /ban @everyone @here @\u200b**all**',
      '`<@2>`',
    ],
  )
})

test("Discord's Markdown keeps its meaning", async () => {
  assert.deepEqual(
    await textsOf(
      'see ```js\nlet a\n``` there',
      '||secret||',
      'a\n>>> b\nc',
      '__under__ and _it_ \\*no\\*',
      '[click](javascript:alert(1)) <script>',
      '```quote\nx\n```',
    ),
    [
      'see \n```js\nlet a\n```\n there',
      '```spoiler\nsecret\n```',
      'a\n> b\n> c',
      '**under** and *it* \u2217no\u2217',
      '[click](javascript:alert(1)) <script>',
      '```text\nx\n```',
    ],
  )
})

test('replies, forwarded messages, embeds, and stickers are imported', async () => {
  assert.deepEqual(
    await textsOf(
      { content: 'yes', type: 'Reply', reference: { messageId: '1', channelId: '10' } },
      { forwardedMessage: { content: 'from\nelsewhere', attachments: [], embeds: [] } },
      {
        embeds: [
          {
            title: 'Build',
            url: 'https://ci.example.org/1',
            description: 'it **failed**',
            author: { name: 'CI' },
            fields: [{ name: 'Branch', value: 'main' }],
            image: { url: 'https://ci.example.org/1.png' },
            footer: { text: 'now' },
          },
        ],
      },
      { content: 'see https://example.org', embeds: [{ url: 'https://example.org', title: 'Preview' }] },
      { stickers: [{ id: '1', name: 'Wave', format: 'Png', sourceUrl: 'x' }] },
    ),
    [
      '*In reply to* {message 1}\nyes',
      '*Forwarded:*\n> from\n> elsewhere',
      'CI\n\n**[Build](https://ci.example.org/1)**\n\nit **failed**\n\n**Branch**: main\n\n[image](https://ci.example.org/1.png)\n\n*now*',
      'see https://example.org',
      '*Wave* (sticker)',
    ],
  )
})

test('attachments, emoji, and reactions are imported', async () => {
  const users = [ben]
  const { messages, lost, catalog } = await readingOf(
    discord,
    await folderOnDisk({
      'out/general.json': channel('10', 'general', [
        message(0, 'x', {
          attachments: [
            { id: '1', url: 'general.json_Files\\cat-1234.png', fileName: 'SPOILER_cat.png', fileSizeBytes: 3 },
            { id: '2', url: 'https://cdn.discordapp.com/attachments/1/2/dog.png?ex=1', fileName: 'dog.png' },
            { id: '3', url: 'https://evil.example/dog.png', fileName: 'evil.png' },
            { id: '4', url: '../../etc/passwd', fileName: 'passwd' },
          ],
          reactions: [
            { emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 2, users },
            {
              emoji: { id: '8', name: 'party', code: 'party', imageUrl: 'general.json_Files/party.gif' },
              count: 1,
              users,
            },
          ],
        }),
      ]),
      'out/general.json_Files/cat-1234.png': 'cat',
      'out/general.json_Files/party.gif': 'gif',
    }),
    {
      look: async (_open, { messages }) => {
        const [cat, dog] = messages[0]!.files
        assert.equal(Buffer.concat(await all(await cat!.open())).toString(), 'cat')
        await assert.rejects(async () => dog!.open(), Unreadable)
      },
    },
  )
  assert.deepEqual(
    messages[0]?.files.map(({ key, name }) => [key, name]),
    [
      ['1', 'cat.png'],
      ['2', 'dog.png'],
    ],
  )
  assert.deepEqual(messages[0]?.reactions, [
    { person: '2', name: 'thumbsup', unicode: '👍' },
    { person: '2', name: 'party', unicode: undefined },
  ])
  assert.deepEqual(
    catalog.emoji.map(({ name }) => name),
    ['party'],
  )
  assert.deepEqual(lost, {
    'Files that are neither in the export nor with Discord': 2,
    'Reactions by people missing from the export': 1,
  })
})

test('webhooks with the same id keep their different names', async () => {
  const hook = (name: string) => ({ id: '9', name, nickname: name, isBot: true })
  const { messages, catalog } = await read({
    'a.json': channel('10', 'general', [
      message(0, 'a', { author: hook('One') }),
      message(1, 'b', { author: hook('Two') }),
    ]),
  })
  assert.deepEqual(
    messages.map(({ senderName }) => senderName),
    [undefined, 'Two'],
  )
  assert.equal(catalog.people.find(({ key }) => key === '9')?.isBot, true)
})

test('broken records, notices, and truncated files are reported', async () => {
  const good = JSON.stringify(message(1, 'good'))
  const head = JSON.stringify({ ...channel('10', 'general', []), messages: undefined, messageCount: undefined }).slice(
    0,
    -1,
  )
  const { messages, lost } = await read({
    'notes.json': { not: 'an export' },
    'list.json': [1],
    'a.json': `\ufeff${head},"messages":[${good},{oops},7,${JSON.stringify(message(2, 'joined', { type: 'GuildMemberJoin' }))},
      ${JSON.stringify(message(3, '', { timestamp: 'never' }))},${JSON.stringify(message(3, '', { timestamp: '+275000-01-01T00:00:00Z' }))},
      ${JSON.stringify(message(4, 'nobody', { author: null }))},${JSON.stringify(message(5, ''))},${good.slice(0, 50)}`,
  })
  assert.deepEqual(
    messages.map(({ text }) => shown(text)),
    ['good'],
  )
  assert.deepEqual(lost, {
    'Records that cannot be read': 3,
    'Notices of the service, like who joined': 1,
    'Messages without a time that can be': 2,
    'Messages without an author or an id': 1,
    'Messages without anything in them, like polls and buttons': 1,
    'Exports of channels that are cut off': 1,
  })
})

test('an export without any readable file says so', async () => {
  const messages = Array.from({ length: 30 }, (_, second) => message(second, ''))
  const { lost } = await read({ 'a.json': channel('10', 'general', messages) })
  assert.equal(lost['Nearly all messages are empty: the exporter had no right to read what they say'], 1)
})

test('names of threads are cut to fit, and unique', async () => {
  const long = 'x'.repeat(10_000)
  const thread = { type: 'GuildPublicThread', categoryId: '10', category: 'general' }
  const { messages } = await read({
    'a.json': channel('1', long, [message(0, 'a')], thread),
    'b.json': channel('2', long, [message(1, 'b')], thread),
    'c.json': channel('3', '\u202e**\n', [message(2, 'c')], thread),
  })
  const topics = messages.map(({ place }) => ('topic' in place ? place.topic : ''))
  assert.equal(new Set(topics).size, 3)
  for (const topic of topics) assert.ok(topic.length > 0 && topic.length <= 60)
})

test("files are fetched only from Discord's hosts", () => {
  assert.ok(isDiscord(new URL('https://cdn.discordapp.com/attachments/1/2/a.png')))
  for (const url of ['http://cdn.discordapp.com/', 'https://cdn.discordapp.com.evil.example/', 'https://localhost/'])
    assert.ok(!isDiscord(new URL(url)))
})

test('a file that is not an export is refused', async () => {
  await assert.rejects(async () => read({ 'a.json': { channel: { id: '1' } } }), Unreadable)
})
