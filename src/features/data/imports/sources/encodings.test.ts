import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roles } from '#contract'
import { assert, test } from '#test'
import type { Source } from '../records.ts'
import { discordSource } from './discord/source.ts'
import { folderOnDisk, readingOf, scratchFolder, shown, zipOnDisk } from './fixture.ts'
import { mattermost } from './mattermost/source.ts'
import { slackSource } from './slack/source.ts'
import { reading, readTables } from './zulip/realm.ts'
import { Person } from './zulip/row.ts'

const nowhere = { request: () => Promise.reject(new Error('nothing is asked')), close: async () => {} }
const text = 'Grüße aus Köln'
const encodings: [name: string, encode: (json: string) => Buffer][] = [
  ['Latin-1', (json) => Buffer.from(json, 'latin1')],
  ['UTF-16', (json) => Buffer.from(`\ufeff${json}`, 'utf16le')],
]
const lines = (...objects: object[]) => objects.map((one) => JSON.stringify(one)).join('\n')

const archives: [source: Source, file: string, json: string, more: object][] = [
  [
    slackSource(() => nowhere),
    'general/2023-11-14.json',
    JSON.stringify([{ type: 'message', user: 'U1', ts: '1700000000.000100', text }]),
    {
      'users.json': [{ id: 'U1', name: 'ada', profile: { real_name: 'Ada' } }],
      'channels.json': [{ id: 'C1', name: 'general', created: '1600000000', members: ['U1'] }],
    },
  ],
  [
    discordSource(() => nowhere),
    'a.json',
    JSON.stringify({
      guild: { id: '100', name: 'Engine' },
      channel: { id: '10', type: 'GuildTextChat', name: 'general' },
      messages: [
        {
          ...{ id: '1174078470963200000', type: 'Default', timestamp: '2023-11-14T22:13:20+00:00', content: text },
          author: { id: '2', name: 'ben', nickname: 'ben', isBot: false },
        },
      ],
      messageCount: 1,
    }),
    {},
  ],
  [
    mattermost,
    'import.jsonl',
    lines(
      { type: 'version', version: 1 },
      { type: 'team', team: { name: 'acme', display_name: 'Acme', type: 'I' } },
      { type: 'channel', channel: { team: 'acme', name: 'town', display_name: 'Town', type: 'O' } },
      { type: 'user', user: { username: 'ada', email: 'ada@example.org', roles: 'system_user' } },
      {
        type: 'post',
        post: { team: 'acme', channel: 'town', user: 'ada', message: text, create_at: 1_700_000_000_000 },
      },
    ),
    {},
  ],
]

for (const [source, file, json, more] of archives)
  for (const [name, encode] of encodings)
    test(`${source.name} archives in ${name} keep every letter, and the report says so`, async () => {
      const { messages, changes } = await readingOf(source, await zipOnDisk({ ...more, [file]: encode(json) }))
      assert.deepEqual(
        messages.map((one) => shown(one.text)),
        [text],
      )
      assert.deepEqual(changes, [`Text files converted from ${name}: ${file}`])
    })

test('tables of a public server in Latin-1 keep every letter', async () => {
  const file = join(await scratchFolder(), 'realm.json')
  const row = {
    id: 1,
    full_name: 'Jörg',
    delivery_email: 'j@x.org',
    email: 'j@x.org',
    role: roles.member,
    is_active: true,
  }
  await writeFile(file, Buffer.from(JSON.stringify({ zerver_userprofile: [row] }), 'latin1'))
  const [names, changes]: [string[], string[]] = [[], []]
  const zerver_userprofile = reading(Person, ({ full_name }) => void names.push(full_name))
  await readTables(
    file,
    { zerver_userprofile },
    { lose: ({ loss }) => assert.fail(loss), change: (what) => void changes.push(what) },
  )
  assert.deepEqual([names, changes], [['Jörg'], ['Text files converted from Latin-1']])
})

test('a folder with UTF-16 text is recognized by its content', async () => {
  const [, , json] = archives[2] as (typeof archives)[number]
  const folder = await folderOnDisk({ 'export.jsonl': Buffer.from(json, 'utf16le').swap16() })
  const { messages } = await readingOf(mattermost, folder)
  assert.equal(messages.length, 1)
})
