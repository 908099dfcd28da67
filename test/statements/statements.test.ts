import { type Database, raw } from '#platform/db'
import { afterAll, assert, beforeAll, startServer, type TestServer, test } from '#test'
import { type Node, nameOf, serverFiles, source } from './sources.ts'
import { textsOf } from './texts.ts'

/** Statements assembled at run time: files, and how many. Their features' tests run these. */
const putTogether: Record<string, number> = {
  'src/features/data/exports/full/import-store.ts': 2,
  'src/features/data/exports/full/store.ts': 5,
  'src/features/messages/messages/narrow/found-files.ts': 1,
  'src/features/messages/messages/narrow/relevance.ts': 1,
  'src/features/messages/messages/narrow/select.ts': 3,
  'src/features/messages/messages/recent-conversations/newest-conversations.ts': 1,
  'src/features/messages/messages/store/archive.ts': 1,
  'src/features/messages/messages/store/fetch.ts': 2,
  'src/features/messages/messages/store/flags.ts': 2,
  'src/features/messages/messages/store/imported.ts': 1,
  'src/features/messages/messages/store/marked-messages.ts': 1,
  'src/features/messages/messages/store/messages.ts': 1,
  'src/features/messages/messages/store/search-words.ts': 2,
  'src/command/operations/deletion.ts': 1,
  // whichever table's rows are counted
  'src/platform/db/raw.ts': 2,
  'src/platform/events/log.ts': 1,
  'src/platform/timer/oldest.ts': 1,
  'src/platform/timer/rows.ts': 7,
  'src/platform/timer/times.ts': 4,
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Statement {
  readonly path: string
  readonly texts: readonly string[] | undefined
  /** The surrounding code, with its comments. */
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

/** What Kysely can't express: unnested lists, ranges, text search, whole rows as JSON, locks, the catalog. */
const beyondKysely =
  /\bunnest\(|multirange|int8range|range_agg|@>|tsvector|tsquery|jsonb_(?:populate|to)_record|to_jsonb|words_of|generate_series|regclass|\bpg_|^lock table|information_schema/

const problemWith = (db: Database, text: string): Promise<string | undefined> =>
  db
    .transaction(async (tx) => {
      // PostgreSQL can't prepare it
      if (text.startsWith('lock table')) return raw(tx, text, [])
      await raw(tx, `prepare statement_of_a_test as ${text}`, [])
      await raw(tx, 'deallocate statement_of_a_test', [])
    })
    .then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )

test('every statement in the source is valid for the migrated tables', async () => {
  const problems: string[] = []
  for (const { path, texts = [] } of statements)
    for (const text of texts) {
      const problem = await problemWith(server.runtime.db, text)
      if (problem) problems.push(`${path}: ${problem}\n${text}`)
    }
  assert.deepEqual(problems, [])
})

test('a statement with an unknown column is invalid', async () => {
  const text = 'select no_such_column from organization where id = $1'
  assert.match((await problemWith(server.runtime.db, text)) ?? '', /no_such_column/)
})

test("statements that can't be read from the source are listed", () => {
  const found: Record<string, number> = {}
  for (const { path, texts } of statements) if (!texts) found[path] = (found[path] ?? 0) + 1
  assert.deepEqual(found, putTogether)
})

test("raw SQL is used only where Kysely can't express it, or for speed", () => {
  const plain = statements.filter(
    ({ texts, around }) => texts && !texts.every((text) => beyondKysely.test(text)) && !around.includes('perf:'),
  )
  assert.deepEqual(
    plain.map(({ path, texts }) => `${path}: ${texts?.[0]}`),
    [],
  )
})
