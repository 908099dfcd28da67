import { type Database, raw } from '#platform/db'
import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { type Node, nameOf, serverFiles, source } from './sources.ts'
import { textsOf } from './texts.ts'

/** Statements that are put together while the server runs: where, and how many. The tests of their areas run these. */
const putTogether: Record<string, number> = {
  // of whichever table is declared
  'src/features/data/exports/full/import-store.ts': 2,
  'src/features/data/exports/full/store.ts': 5,
  'src/features/messages/messages/narrow/found-files.ts': 1,
  'src/features/messages/messages/narrow/select.ts': 3,
  'src/features/messages/messages/recent-conversations/newest-conversations.ts': 1,
  'src/features/messages/messages/store/archive.ts': 1,
  'src/features/messages/messages/store/fetch.ts': 2,
  'src/features/messages/messages/store/flags.ts': 1,
  'src/features/messages/messages/store/imported.ts': 1,
  'src/features/messages/messages/store/marked-messages.ts': 1,
  'src/features/messages/messages/store/messages.ts': 1,
  'src/features/messages/messages/store/search-words.ts': 2,
  'src/command/operations/deletion.ts': 1,
  // whichever table's rows are counted
  'src/platform/db/raw.ts': 2,
  'src/platform/events/log.ts': 1,
  // for whichever table is declared to the timer
  'src/platform/timer/oldest.ts': 1,
  'src/platform/timer/rows.ts': 7,
  'src/platform/timer/times.ts': 3,
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Statement {
  readonly path: string
  readonly texts: readonly string[] | undefined
  /** Where it stands, with the comments that are about it. */
  readonly around: string
}

const statements: Statement[] = serverFiles().flatMap((path) => {
  const file = source(path)
  return file.calls
    .filter(({ callee }) => nameOf(callee) === 'raw')
    .map((call) => ({
      path,
      texts: textsOf((call.arguments as Node[])[1] as Node, file),
      around: file.around(call),
    }))
})

/** What Kysely cannot say: lists as parameters to select from, ranges, text search, whole rows from and to JSON, locks, the catalogue. */
const beyondKysely =
  /\bunnest\(|multirange|int8range|range_agg|@>|tsvector|tsquery|jsonb_(?:populate|to)_record|to_jsonb|words_of|generate_series|regclass|\bpg_|^lock table|information_schema/

/** What the database says against a statement. */
const problemWith = (db: Database, text: string): Promise<string | undefined> =>
  db
    .transaction(async (tx) => {
      // what PostgreSQL does not prepare
      if (text.startsWith('lock table')) return raw(tx, text, [])
      await raw(tx, `prepare statement_of_a_test as ${text}`, [])
      await raw(tx, 'deallocate statement_of_a_test', [])
    })
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )

test('every statement written in the source fits the tables as the migrations leave them', async () => {
  const problems: string[] = []
  for (const { path, texts = [] } of statements)
    for (const text of texts) {
      const problem = await problemWith(server.runtime.db, text)
      if (problem) problems.push(`${path}: ${problem}\n${text}`)
    }
  assert.deepEqual(problems, [])
})

test('a statement that names a column which is not there does not fit', async () => {
  const text = 'select no_such_column from organization where id = $1'
  assert.match((await problemWith(server.runtime.db, text)) ?? '', /no_such_column/)
})

test('it is known which statements cannot be read in the source', () => {
  const found: Record<string, number> = {}
  for (const { path, texts } of statements) if (!texts) found[path] = (found[path] ?? 0) + 1
  assert.deepEqual(found, putTogether)
})

test('a statement is written out where Kysely cannot say it, or for its speed', () => {
  const plain = statements.filter(
    ({ texts, around }) => texts && !texts.every((text) => beyondKysely.test(text)) && !around.includes('perf:'),
  )
  assert.deepEqual(
    plain.map(({ path, texts }) => `${path}: ${texts?.[0]}`),
    [],
  )
})
