import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { roles } from '#contract'
import { raw } from '#platform/db'
import { assert, beforeAll, startServer, type TestServer, test } from '#test'
import { eraseAbandoned, importOrganization } from '../../src/command/operations/org-import.ts'
import { automate, onCommand, reply } from '../../src/features/automations/automations/fixture.ts'
import { TarWriter } from '../../src/features/data/exports/archive/tar.ts'
import { importArchive } from '../../src/features/data/exports/full/import.ts'
import { createModerationRule } from '../../src/features/messages/messages/moderation-rules/api.ts'
import { requireApproval, submitApplication } from '../../src/features/sign-in/accounts/applications/fixture.ts'
import { upload } from '../harness/files.ts'
import { fullArchive } from './archives.ts'

let other: TestServer
beforeAll(async () => {
  other = await startServer()
  return () => other.close()
})

type Files = Map<string, Buffer>
let archives = 0

interface Note {
  version: number
  format: string
  last_ids: Record<string, number>
}

/** An archive of these files, with a manifest. */
async function packed(files: Files, isHonest = true): Promise<string> {
  const path = join(other.runtime.config.dataDir, `hostile-${archives++}.tar.gz`)
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path))
  const tar = new TarWriter(gzip, new Date())
  const tables: Record<string, object> = {}
  let uploads = 0
  for (const [name, content] of files) {
    const [folder, table = ''] = name.split('/')
    if (folder === 'tables')
      tables[table.replace('.jsonl', '')] = {
        rows: content.toString().split('\n').length - 1,
        sha256: createHash('sha256').update(content).digest('hex'),
      }
    else if (table) uploads++
    const isLast = name === 'manifest.json' && isHonest
    await tar.file(name, isLast ? JSON.stringify({ tables, files: { written: uploads, missing: 0 } }) : content)
  }
  await tar.end()
  await written
  return path
}

async function everything(): Promise<unknown> {
  const { db, config } = other.runtime
  const tables = await db.read((tx) =>
    raw<{ organizations: number; accounts: number; imports: number }>(
      tx,
      `select (select count(*)::int from organization) as organizations, (select count(*)::int from account) as accounts,
         (select count(*)::int from organization_import) as imports`,
      [],
    ),
  )
  const uploads = await readdir(join(config.dataDir, 'uploads'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  const exports = await readdir(join(config.dataDir, 'exports')).catch(() => [])
  return { tables, files: uploads.filter((one) => one.isFile()).map(({ name }) => name), exports }
}

async function refused(path: string, reason: RegExp): Promise<void> {
  const before = await everything()
  await assert.rejects(
    importOrganization(other.runtime, { file: path, subdomain: 'hostile', dryRun: false }),
    (error) => {
      assert.match((error as Error).message, reason)
      assert.equal((error as Error).constructor.name, 'FailedError', (error as Error).stack)
      return true
    },
  )
  assert.deepEqual(await everything(), before)
}

test('a broken or hostile archive is refused, and leaves nothing', async ({ ada, ben, society }) => {
  const { url } = await upload(ben, 'a.txt', 'a file')
  await ada.sends(`Look: ${url}`, ben)
  const condition = { kind: 'words' as const, words: ['spam'] }
  await ada.call(createModerationRule, { name: 'Spam', applies_to: 'members', action: 'refuse', condition })
  await automate(ada, { trigger: onCommand('lunch'), steps: [reply('Lunch is ready')] })
  await requireApproval(society.owner)
  await submitApplication(society, 'dora@loom.example')
  const { files } = await fullArchive(ada.server, ada.org)
  const changed = (name: string, change: (text: string) => string): Files =>
    new Map([...files].map(([key, content]) => [key, key === name ? Buffer.from(change(content.toString())) : content]))
  const first = (change: (row: Record<string, unknown>) => void) => (text: string) => {
    const [line = '', ...rest] = text.split('\n')
    const row = JSON.parse(line)
    change(row)
    return [JSON.stringify(row), ...rest].join('\n')
  }
  const malformed = (table: string, values: Record<string, unknown>) =>
    Object.entries(values).map(([column, value]): [what: Promise<string>, reason: RegExp] => [
      packed(
        changed(
          `tables/${table}.jsonl`,
          first((row) => {
            assert.ok(column in row)
            row[column] = value
          }),
        ),
      ),
      new RegExp(column),
    ])
  const without = (name: string): Files => new Map([...files].filter(([key]) => key !== name))

  const cases: [what: Promise<string>, reason: RegExp][] = [
    [
      packed(
        changed(
          'format.json',
          ofNote((note) => {
            note.version = 99
          }),
        ),
      ),
      /newer version/,
    ],
    [
      packed(
        changed(
          'format.json',
          ofNote((note) => {
            note.format = 'tea'
          }),
        ),
      ),
      /isn't a full export/,
    ],
    [
      packed(
        changed(
          'format.json',
          ofNote((note) => {
            note.last_ids.account = 1
          }),
        ),
      ),
      /account/,
    ],
    [
      packed(
        changed(
          'format.json',
          ofNote((note) => {
            note.last_ids.tea = 1
          }),
        ),
      ),
      /tea/,
    ],
    [
      packed(
        changed(
          'format.json',
          ofNote((note) => {
            note.last_ids.account = 10 ** 15
          }),
        ),
      ),
      /last_ids/,
    ],
    [packed(without('manifest.json')), /incomplete/],
    [packed(without('tables/channel.jsonl')), /channel/],
    [
      packed(
        changed('tables/message.jsonl', (text) => `${text}{}\n`),
        true,
      ),
      /message\.jsonl, line/,
    ],
    [packed(changed('tables/message.jsonl', (text) => `${text}{"id":`)), /middle of a line/],
    [packed(changed('tables/message.jsonl', (text) => `{broken\n${text}`)), /no JSON/],
    [
      packed(
        changed(
          'tables/account.jsonl',
          first((row) => {
            row.is_god = true
          }),
        ),
      ),
      /is_god/,
    ],
    [packed(changed('tables/account.jsonl', (text) => text + text)), /second account/],
    [
      packed(
        changed(
          'tables/account.jsonl',
          first((row) => {
            row.role = 'tea'
          }),
        ),
      ),
      /account/,
    ],
    [
      packed(
        changed(
          'tables/account.jsonl',
          first((row) => {
            row.email = 'nul\u0000'
          }),
        ),
      ),
      /account/,
    ],
    [
      packed(
        changed(
          'tables/account.jsonl',
          first((row) => {
            row.avatar_key = 'avatars/1/1/../../x'
          }),
        ),
      ),
      /avatar_key/,
    ],
    [
      packed(
        changed(
          'tables/attachment.jsonl',
          first((row) => {
            row.path_id = `${ada.org.id}/../x/y`
          }),
        ),
      ),
      /path_id/,
    ],
    [
      packed(
        changed(
          'tables/attachment.jsonl',
          first((row) => {
            row.path_id = '999/x/y'
          }),
        ),
      ),
      /path_id/,
    ],
    [
      packed(
        changed(
          'tables/message.jsonl',
          first((row) => {
            row.sender_id = 10 ** 9
          }),
        ),
      ),
      /sender_id/,
    ],
    [
      packed(
        changed(
          'tables/message.jsonl',
          first((row) => {
            row.conversation_id = 1.5
          }),
        ),
      ),
      /conversation_id/,
    ],
    ...malformed('moderation_rule', {
      condition: { kind: 'words', words: [5] },
      applies_to: 'robots',
      action: 'mail',
    }),
    ...malformed('application', { answers: [{ question: 'Why?' }], role: roles.guest + 1 }),
    ...malformed('automation', {
      trigger: { kind: 'message' },
      conditions: [{ kind: 'words', words: [5] }],
      steps: [{ kind: 'post', stream_id: null }],
    }),
    [
      packed(
        changed(
          'tables/channel.jsonl',
          first((row) => {
            row.settings = []
          }),
        ),
      ),
      /settings/,
    ],
    [
      packed(
        changed(
          'tables/read_state.jsonl',
          first((row) => {
            row.read = '; drop table message'
          }),
        ),
      ),
      /ranges/,
    ],
    [
      packed(
        new Map([...files].map(([name, content]) => [name.startsWith('uploads/') ? 'uploads/999999' : name, content])),
      ),
      /999999/,
    ],
    [
      packed(
        changed('manifest.json', (text) => text.replace('"rows": 1', '"rows": 2')),
        false,
      ),
      /manifest/,
    ],
    [written(gzipSync(Buffer.from('tea'.repeat(1000)))), /damaged/],
    [written(Buffer.from('no gzip')), /damaged/],
    [Promise.resolve('/nowhere/at/all'), /cannot be read/],
  ]
  for (const [path, reason] of cases) await refused(await path, reason)

  for (const name of ['../x', 'uploads/../../x', '/etc/passwd', 'uploads/1/2'])
    await refused(await renamed(files, name), /no file of an export|cannot|damaged|holds/)
  const done = await importOrganization(other.runtime, { file: await packed(files), subdomain: 'good', dryRun: false })
  assert.equal(done.files, 1)
  await refusedTaken(await packed(files))
})

const ofNote = (change: (note: Note) => void) => (text: string) => {
  const note = JSON.parse(text)
  change(note)
  return JSON.stringify(note)
}

async function written(bytes: Buffer): Promise<string> {
  const path = join(other.runtime.config.dataDir, `hostile-${archives++}.tar.gz`)
  await writeFile(path, bytes)
  return path
}

/** Renames the first upload to something the exporter wouldn't write. */
async function renamed(files: Files, name: string): Promise<string> {
  const { gunzipSync } = await import('node:zlib')
  const { readFile } = await import('node:fs/promises')
  const bytes = gunzipSync(await readFile(await packed(files)))
  let at = 0
  while (!bytes.subarray(at).toString('latin1', 0, 8).startsWith('uploads/')) at += 512
  bytes.fill(0, at, at + 100)
  bytes.write(name, at)
  bytes.fill(' ', at + 148, at + 156)
  const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148)
  return written(gzipSync(bytes))
}

const refusedTaken = (file: string) =>
  assert.rejects(importOrganization(other.runtime, { file, subdomain: 'good', dryRun: false }), /taken/)

test("a partial import is invisible, and a killed one's rows are deleted", async ({ ada, ben }) => {
  for (let n = 0; n < 5; n++) await ada.sends(`${n}`, ben)
  const { path } = await fullArchive(ada.server, ada.org)
  const before = await everything()
  const { runtime } = other
  const put = runtime.db.transaction.bind(runtime.db)
  let writes = 0
  const seen: boolean[] = []
  Object.assign(runtime.db, {
    async transaction(...args: Parameters<typeof put>) {
      const done = await put(...args)
      seen.push((await runtime.organizationAt('half.loquat.test')) !== undefined)
      if (++writes === 12) throw new Error('power cut')
      return done
    },
  })
  const erasing = importOrganization(runtime, { file: path, subdomain: 'half', dryRun: false })
  await assert.rejects(erasing, /power cut/)
  Object.assign(runtime.db, { transaction: put })
  assert.ok(seen.every((one) => !one))
  assert.deepEqual(await everything(), before)
  assert.equal(await eraseAbandoned(runtime), 0)

  // a killed process hasn't cleaned up
  writes = 0
  Object.assign(runtime.db, {
    async transaction(...args: Parameters<typeof put>) {
      if (++writes > 12) throw new Error('power cut')
      return put(...args)
    },
  })
  await assert.rejects(
    importArchive(runtime, path, 'half', () => {}),
    /power cut/,
  )
  Object.assign(runtime.db, { transaction: put })
  assert.notDeepEqual(await everything(), before)
  other.clock.advance(180_000)
  assert.equal(await eraseAbandoned(runtime), 1)
  other.clock.release()
  assert.deepEqual(await everything(), before)
})

test('a dry run checks everything and changes nothing', async ({ ada, ben }) => {
  await ada.sends('Hello', ben)
  const { path, counts } = await fullArchive(ada.server, ada.org)
  const before = await everything()
  const looked = await importOrganization(other.runtime, { file: path, subdomain: 'dry', dryRun: true })
  assert.deepEqual([looked.rows, looked.url], [counts.rows, null])
  assert.deepEqual(await everything(), before)
})
