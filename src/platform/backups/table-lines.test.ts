import fc from 'fast-check'
import { type Connection, openEmbedded, openServer, unhurried } from '#platform/db'
import { afterAll, assert, beforeAll, holds, test } from '#test'
import { copyTemplate } from '../../../test/harness/server.ts'
import { sequencesOf, tablesOf } from './catalogue.ts'
import { differences, EmptiedTables } from './emptied-tables.ts'
import { linesOf, readConsistently, sumOf, wholeLines } from './table-lines.ts'

let connection: Connection
let close: () => Promise<void>
beforeAll(async () => {
  const url = process.env.LOQUAT_TEST_DATABASE_URL
  const database = url ? await copyTemplate(url) : undefined
  const driver = database ? await openServer(database.url, { connections: 2 }) : await openEmbedded({ durable: false })
  connection = await driver.connect(unhurried)
  close = async () => {
    connection.release()
    await driver.close()
    await database?.drop()
  }
  await connection.script(`
    drop schema public cascade; create schema public;
    create table parent (id bigint generated always as identity primary key, child_id bigint, note text);
    create table child (id bigint generated always as identity primary key, parent_id bigint references parent(id));
    alter table parent add foreign key (child_id) references child(id);
    create table odd (
      key text primary key, bytes bytea, at timestamptz, amount numeric, large bigint, near double precision, yes boolean,
      tree jsonb, list text[], ids bigint[], ranges int8multirange, words tsvector, day date,
      size int generated always as (char_length(key)) stored);
    create table keyless (word text, number int);
    insert into keyless select 'w' || n % 7, n from generate_series(1, 3000) n;
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create table watched (id int primary key);
    insert into watched values (1);
    create trigger watched_refuses before insert on watched for each row execute function refuse();
  `)
})
afterAll(() => close())

const all = async (): Promise<Map<string, string>> =>
  readConsistently(connection, async () => {
    const lines = new Map<string, string>()
    for (const table of await tablesOf(connection)) {
      let text = ''
      for await (const part of linesOf(connection, table)) text += part
      lines.set(table.name, text)
    }
    return lines
  })

/** Removes all rows and inserts them again; returns the lines before and after. */
async function thereAndBack() {
  const before = await all()
  const places = await sequencesOf(connection)
  const sums = await readConsistently(connection, async () => {
    const sums = []
    for (const table of await tablesOf(connection)) sums.push(await sumOf(connection, table))
    return sums
  })
  await connection.query('begin', [])
  const emptied = await EmptiedTables.of(connection)
  for (const table of emptied.tables) await emptied.add(table, Buffer.from(before.get(table.name) ?? ''))
  await emptied.complete(places)
  const wrong = await differences(connection, sums)
  await connection.query('commit', [])
  return { before, after: await all(), wrong, places }
}

test('values of every type survive a restore, with circular foreign keys and triggers', async () => {
  await connection.script(`
    insert into odd values
      ('a', '\\x00ff10', '2026-11-22 15:40:00.123456+02', 12345678901234567890.000100, 9223372036854775807, 0.1, true,
       '{"a": [1, 2.50, "\\u2028", null]}', '{"x,y", "NULL", NULL, ""}', '{1,9007199254740993}', '{[1,5),[9,12)}',
       'fat:2A cat:3', '0044-03-15 BC', default),
      (E'Zä\\u2028\\n\\t"\\\\ 😀', null, 'infinity', 'NaN', -9223372036854775808, 'Infinity', null, '"x"', '{}', null, '{}', '', null, default);
    insert into parent (note) values ('p');
    insert into child (parent_id) values (1);
    update parent set child_id = 1;
    insert into parent (note) select repeat('x', 50000) from generate_series(1, 100);
    delete from parent where id > 90;
  `)
  const { before, after, wrong } = await thereAndBack()
  assert.deepEqual(wrong, [])
  assert.deepEqual(after, before)
  assert.match(before.get('odd') ?? '', /2026-11-22T13:40:00\.123456\+00:00/)
  assert.match(before.get('odd') ?? '', /9223372036854775807/)
  // sequences continue from their old position, even past deleted rows
  const { rows } = await connection.query(`insert into parent (note) values ('next') returning id`, [])
  assert.equal(rows[0]?.id, 102)
  await assert.rejects(connection.query('insert into child (parent_id) values (999)', []), /foreign key/)
  await assert.rejects(connection.query('insert into watched values (2)', []), /no/)
})

test('arbitrary strings survive a restore', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.replaceAll('\0', '').toWellFormed())
  await holds(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ key: text, value: text }), { selector: ({ key }) => key, maxLength: 20 }),
      async (rows) => {
        await connection.query('truncate odd', [])
        for (const { key, value } of rows)
          await connection.query(`insert into odd (key, list, tree) values ($1, array[$2::text], to_jsonb($2::text))`, [
            key,
            value,
          ])
        const { before, after, wrong } = await thereAndBack()
        assert.deepEqual(wrong, [])
        assert.deepEqual(after, before)
      },
    ),
    { runs: 10 },
  )
})

test('dangling references, missing tables, and different rows are detected', async () => {
  await connection.query('begin', [])
  const emptied = await EmptiedTables.of(connection)
  const child = emptied.tables.find(({ name }) => name === 'child')
  assert.ok(child)
  await emptied.add(child, Buffer.from('{"id":1,"parent_id":7}\n'))
  await assert.rejects(emptied.complete([]), /violates foreign key/)
  await connection.query('rollback', [])
  const nothing = { rows: 0, bytes: 0, sha256: '0'.repeat(64) }
  await readConsistently(connection, async () => {
    assert.deepEqual(
      await differences(connection, [
        { name: 'keyless', ...nothing },
        { name: 'nowhere', ...nothing },
        { name: 'watched', ...nothing, rows: 1 },
      ]),
      ['keyless has 3000 rows instead of 0', 'nowhere is missing', 'watched has other rows'],
    )
  })
})

test('lines stay whole whatever the chunk boundaries', async () => {
  const text = Buffer.from(Array.from({ length: 50 }, (_, n) => `${'ä'.repeat(n)}\n`).join(''))
  await holds(
    fc.asyncProperty(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 500 }), async (size, atLeast) => {
      const pieces = async function* () {
        for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
      }
      const parts: Buffer[] = []
      for await (const part of wholeLines(pieces(), atLeast)) {
        assert.equal(part.at(-1), 10)
        parts.push(part)
      }
      assert.ok(Buffer.concat(parts).equals(text))
    }),
    { runs: 50 },
  )
})
