import { test } from 'vitest'
import { assert, readSnapshot } from '#test'
import { openEmbedded } from './embedded.ts'

test('prepared statements return the same results, fail alone, and survive schema changes', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const connection = await driver.connect()
  const ask = async (sql: string, ...params: unknown[]) => (await connection.query(sql, params)).rows
  try {
    await connection.script('create table thing (id int primary key, name text, made timestamptz, list bigint[])')
    const insert = 'insert into thing values ($1, $2, $3, $4)'
    for (let id = 1; id <= 5; id++)
      assert.equal((await connection.query(insert, [id, id % 2 ? null : `Ünï ${id}`, new Date(id), [id]])).affected, 1)
    const select = 'select * from thing where id = $1'
    for (let time = 0; time < 8; time++)
      assert.deepEqual(await ask(select, 2), [{ id: 2, name: 'Ünï 2', made: new Date(2), list: [2] }])
    assert.deepEqual(await ask('select name, made from thing where name is null and id < $1', 2), [
      { name: null, made: new Date(1) },
    ])

    // an error affects only its statement, inside and outside a transaction
    for (let time = 0; time < 3; time++) await assert.rejects(connection.query(insert, [1, 'again', null, []]), /thing/)
    await ask('begin')
    await assert.rejects(connection.query(insert, [1, 'again', null, []]), /thing/)
    await assert.rejects(connection.query(select, [2]), /aborted/)
    await ask('rollback')
    await assert.rejects(connection.query('select nonsense from nowhere', []), /nowhere/)
    assert.equal((await ask(select, 2)).length, 1)
    assert.equal((await connection.query('update thing set name = $1 where id > $2', ['x', 3])).affected, 2)
    assert.equal((await connection.query('update thing set name = $1 where id > $2', ['y', 9])).affected, 0)

    await connection.script('alter table thing add column more text')
    assert.deepEqual(Object.keys((await ask(select, 2))[0] ?? {}), ['id', 'name', 'made', 'list', 'more'])

    // more than the cache holds: evicted statements are prepared again
    for (let round = 0; round < 3; round++)
      for (let number = 0; number < 300; number++)
        assert.deepEqual(await ask(`select ${number}::int as n, $1::text as t`, 't'), [{ n: number, t: 't' }])
    for (let time = 0; time < 1200; time++) await ask(`select ${Math.floor(time / 2)}::int as n`)
    const [kept] = await ask('select count(*)::int as n from pg_prepared_statements')
    assert.ok((kept?.n as number) > 0 && (kept?.n as number) <= 250)
    assert.equal((await ask(select, 2)).length, 1)
  } finally {
    connection.release()
    await driver.close()
  }
})

test('concurrent statements run in order, each with its own parameters', async () => {
  const driver = await openEmbedded({ snapshot: await readSnapshot(), durable: false })
  const connection = await driver.connect()
  try {
    await connection.script('create table thing (id int primary key, name text)')
    // a prepared statement follows an unprepared one
    for (let time = 0; time < 3; time++) await connection.query('select count(*)::int as n from thing', [])
    const answers = await Promise.all([
      connection.query('begin', []),
      connection.query('insert into thing values ($1, $2)', [1, 'one']),
      connection.query('select count(*)::int as n from thing', []),
      connection.query('insert into thing (name, id) values ($1, $2)', ['two', 2]),
      connection.query('select count(*)::int as n from thing', []),
      connection.query('rollback', []),
      connection.query('select count(*)::int as n from thing', []),
    ])
    assert.deepEqual(
      answers.flatMap(({ rows }) => rows.map(({ n }) => n)),
      [1, 2, 0],
    )
  } finally {
    connection.release()
    await driver.close()
  }
})
