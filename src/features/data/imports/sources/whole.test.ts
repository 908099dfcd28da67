import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, serialize } from 'bson'
import { assert, type Person, type TestServer, test } from '#test'
import { runImport } from '../actions/run.ts'
import type { SourceName } from '../api.ts'
import type { Outcome } from '../task.ts'
import { type Contents, folderOnDisk, scratchFolder, zipOnDisk } from './fixture.ts'

/** Imports an archive into the person's organization, as the command does. */
async function imported(
  server: TestServer,
  { org }: Person,
  source: SourceName,
  contents: Contents | string,
): Promise<Outcome> {
  const report = join(await scratchFolder(), 'report.txt')
  const file = typeof contents === 'string' ? contents : await zipOnDisk(contents)
  const request = { source, file, into: { org }, grantRoles: false, download: false, report }
  const trial = await runImport(server.runtime, { ...request, isDryRun: true }, () => {})
  const outcome = await runImport(server.runtime, { ...request, isDryRun: false }, () => {})
  assert.deepEqual(outcome.lost, trial.lost, await readFile(report, 'utf8'))
  return outcome
}

interface Received {
  subject: string
  sender_full_name: string
  content: string
  timestamp: number
  reactions: { emoji_name: string }[]
}

async function readBy(person: Person, operator: string, operand: string | number): Promise<Received[]> {
  const { messages } = await person.send('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator, operand }],
  })
  return (messages as Received[]).filter(({ sender_full_name }) => sender_full_name !== 'Notification Bot')
}

const linesOf = (messages: readonly Received[]) =>
  messages.map(({ subject, sender_full_name, content }) => `${subject} | ${sender_full_name}: ${content}`)

const begin = 1_700_000_000

test('people of a Slack export read it as it was written', async ({ server, ada, ben, cleo }) => {
  const message = (second: number, text: string, more: object = {}) => ({
    ...{ type: 'message', user: 'U1', ts: `${begin + second}.000100`, text },
    ...more,
  })
  await imported(server, ada, 'slack', {
    'users.json': [
      { id: 'U1', team_id: 'T1', profile: { real_name: 'Ada of Slack', email: ada.email } },
      { id: 'U3', profile: { real_name: 'Cora', title: 'Engineer', fields: { Xf1: { value: 'x'.repeat(60) } } } },
      { id: 'U2', profile: { real_name: 'Ben of Slack', email: ben.email } },
    ],
    'channels.json': [{ id: 'C1', name: 'engines', members: ['U1', 'U2'] }],
    'groups.json': [{ id: 'G1', name: 'secret-engines', members: ['U1'] }],
    'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
    'engines/2023-11-14.json': [
      message(0, 'Which *engine*, <@U2>?', { reactions: [{ name: 'white_check_mark', users: ['U2'], count: 1 }] }),
      message(1, 'The analytical one', { user: 'U2', thread_ts: `${begin}.000100` }),
      message(2, 'To all: <!channel>', { user: 'B1', bot_id: 'B1', username: 'Builder' }),
    ],
    'secret-engines/2023-11-14.json': [message(3, 'nobody knows')],
    'D1/2023-11-14.json': [message(4, 'only you')],
  })
  const { custom_fields } = (await ada.send('GET', '/realm/profile_fields')) as {
    custom_fields: { id: number; name: string }[]
  }
  const { members } = (await ada.send('GET', '/users', { include_custom_profile_fields: true })) as {
    members: { full_name: string; profile_data: Record<string, { value: string }> }[]
  }
  const said = members.find(({ full_name }) => full_name === 'Cora')?.profile_data ?? {}
  assert.deepEqual(
    custom_fields.map(({ id, name }) => [name, said[id]?.value]),
    [
      ['Title', 'Engineer'],
      ['Xf1', 'x'.repeat(60)],
    ],
  )
  const topic = '2023-11-14 Which engine, @Ben of Slack?'
  const read = await readBy(ben, 'channel', 'engines')
  assert.deepEqual(linesOf(read), [
    `${topic} | Ada: Which **engine**, @**Ben|${ben.id}**?`,
    `general | Ada: #**engines>${topic}**`,
    `${topic} | Ben: The analytical one`,
    'general | Builder: To all: @channel',
  ])
  assert.equal(read[0]?.timestamp, begin)
  assert.deepEqual(
    read[0]?.reactions.map(({ emoji_name }) => emoji_name),
    ['check'],
  )
  assert.deepEqual(linesOf(await readBy(ada, 'channel', 'secret-engines')), ['general | Ada: nobody knows'])
  for (const other of [ben, cleo])
    assert.deepEqual(await readBy(other, 'channel', 'secret-engines').catch(() => []), [])
  assert.deepEqual(
    (await readBy(ben, 'dm', ada.email)).map(({ content }) => content),
    ['only you'],
  )
})

test('people of a Mattermost export read it as it was written', async ({ server, ada, ben }) => {
  const records: Record<string, unknown>[] = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'acme', display_name: 'Acme' } },
    { type: 'channel', channel: { team: 'acme', name: 'looms', display_name: 'Looms', type: 'O' } },
    ...[ada, ben].map(({ email, name }) => ({
      type: 'user',
      user: { username: name.toLowerCase(), email, teams: [{ name: 'acme', channels: [{ name: 'looms' }] }] },
    })),
    {
      type: 'post',
      post: {
        team: 'acme',
        channel: 'looms',
        user: 'ada',
        message: 'See the _pattern_, @ben',
        create_at: begin * 1000,
        attachments: [{ path: 'f/pattern.txt' }],
        replies: [{ user: 'ben', message: 'In ~looms', create_at: (begin + 1) * 1000, flagged_by: ['ben'] }],
      },
    },
    {
      type: 'direct_post',
      direct_post: { channel_members: ['ada', 'ben'], user: 'ben', message: 'psst', create_at: (begin + 2) * 1000 },
    },
  ]
  await imported(server, ada, 'mattermost', {
    'import.jsonl': records.map((record) => JSON.stringify(record)).join('\n'),
    'data/f/pattern.txt': 'over, under',
  })
  const topic = '2023-11-14 See the pattern, @ben'
  const read = await readBy(ben, 'channel', 'Looms')
  assert.deepEqual(
    linesOf(read).map((line) => line.replace(/\(\/user_uploads\/[^)]+\)/, '(file)')),
    [
      `${topic} | Ada: See the *pattern*, @**Ben|${ben.id}**\n[pattern.txt](file)`,
      `general | Ada: #**Looms>${topic}**`,
      `${topic} | Ben: In #**Looms**`,
    ],
  )
  const starred = await readBy(ben, 'is', 'starred')
  assert.deepEqual(linesOf(starred), [`${topic} | Ben: In #**Looms**`])
  assert.deepEqual(
    (await readBy(ada, 'dm', ben.email)).map(({ content }) => content),
    ['psst'],
  )
})

test('people of a Rocket.Chat dump read it as it was written', async ({ server, ada, ben }) => {
  const message = (id: string, second: number, msg: string, more: object = {}) => ({
    ...{ _id: id, rid: 'r1', msg, ts: new Date((begin + second) * 1000), u: { _id: 'u1', username: 'ada' } },
    ...more,
  })
  const collections: Record<string, Document[]> = {
    users: [ada, ben].map(({ email, name }, index) => ({
      ...{ _id: `u${index + 1}`, username: name.toLowerCase(), name, active: true, type: 'user', roles: ['user'] },
      emails: [{ address: email }],
    })),
    rocketchat_room: [
      { _id: 'r1', t: 'p', name: 'punches' },
      { _id: 'p1', t: 'p', prid: 'r1', fname: 'Holes' },
    ],
    rocketchat_subscription: ['u1', 'u2'].map((id) => ({ _id: `s${id}`, rid: 'r1', u: { _id: id } })),
    rocketchat_message: [
      message('m1', 0, 'Cards for @ben', { files: [{ _id: 'f1', name: 'card.txt', size: 4 }] }),
      message('m2', 1, 'in a discussion', { rid: 'p1' }),
      message('m3', 2, '[ ](https://x.example.org/channel/y?msg=m1) seen', { u: { _id: 'u2', username: 'ben' } }),
    ],
    'rocketchat_uploads.chunks': [{ _id: 'c', files_id: 'f1', n: 0, data: Buffer.from('card') }],
  }
  const files = Object.entries(collections).map(([name, documents]) => [
    `dump/meteor/${name}.bson`,
    Buffer.concat(documents.map((one) => serialize(one))),
  ])
  await imported(server, ada, 'rocket-chat', Object.fromEntries(files))
  const read = linesOf(await readBy(ben, 'channel', 'punches')).map((line) =>
    line.replace(/\((\/[^)]+|#narrow[^)]+)\)/, '(there)'),
  )
  assert.deepEqual(read, [
    `general | Ada: Cards for @**Ben|${ben.id}**\n[card.txt](there)`,
    'Holes | Ada: in a discussion',
    'general | Ben: [An earlier message](there) seen',
  ])
})

test('a Discord export is imported as private, with accounts to be claimed', async ({ server, ada, ben }) => {
  const author = (id: string, name: string) => ({ id, name, nickname: name, isBot: false })
  const message = (id: string, second: number, content: string, more: object = {}) => ({
    ...{ id, type: 'Default', timestamp: new Date((begin + second) * 1000).toISOString(), content },
    ...{ author: author('1', 'Charles'), ...more },
  })
  const channel = { id: '10', type: 'GuildTextChat', name: 'difference', categoryId: '5', category: 'Text' }
  const guild = { id: '100', name: 'Engine' }
  const folder = await folderOnDisk({
    'a.json': { guild, channel, messages: [message('50', 0, 'A plan?'), message('52', 2, 'done')], messageCount: 2 },
    'b.json': {
      guild,
      channel: { id: '50', type: 'GuildPublicThread', name: 'The plan', categoryId: '10', category: 'difference' },
      messages: [
        message('51', 1, 'Yes <@1>', { author: author('2', 'Luigi'), type: 'Reply', reference: { messageId: '50' } }),
      ],
      messageCount: 1,
    },
  })
  const outcome = await imported(server, ada, 'discord', folder)
  assert.equal(outcome.written, 3)
  assert.deepEqual(await readBy(ben, 'channel', 'difference').catch(() => []), [])
  const { streams } = (await ada.send('GET', '/streams', { include_all: true })) as {
    streams: { name: string; invite_only: boolean }[]
  }
  assert.equal(streams.find(({ name }) => name === 'difference')?.invite_only, true)
})
