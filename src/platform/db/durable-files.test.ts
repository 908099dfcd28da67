import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { afterEach, assert, prepareDirectory, test } from '#test'
import { openEmbedded } from './embedded.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-durable-'))
  await prepareDirectory(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const setting = async (driver: Awaited<ReturnType<typeof openEmbedded>>, name: string) => {
  const connection = await driver.connect()
  try {
    const { rows } = await connection.query('select current_setting($1) as value', [name])
    return rows[0]?.value
  } finally {
    connection.release()
  }
}

test('the write-ahead log stays below 256 MiB, also in a long transaction, and is reused', async () => {
  const driver = await openEmbedded({ dataDir: join(folder, 'database'), sync: false })
  const logSize = async () => {
    let size = 0
    for (const name of await readdir(join(folder, 'database/pg_wal')))
      size += (await stat(join(folder, 'database/pg_wal', name))).size
    return size / 2 ** 20
  }
  let connection: Awaited<ReturnType<typeof driver.connect>> | undefined
  try {
    await driver.script('create table row (id int)')
    connection = await driver.connect()
    for (const isLong of [false, true]) {
      if (isLong) await connection.query('begin', [])
      for (let file = 0; file < 24; file++) {
        await connection.query('insert into row values ($1)', [file])
        // the rest of its 16 MiB stays empty
        await connection.query('select pg_switch_wal()', [])
        // a checkpoint comes after the answer of the statement that makes it due, and before the next statement
        await connection.query('select 1', [])
        const size = await logSize()
        assert.ok(size <= 256, `${size} MiB after ${file + 1} files`)
      }
      if (isLong) await connection.query('commit', [])
    }
    const { rows } = await connection.query('select count(*)::int as count from row', [])
    assert.equal(rows[0]?.count, 48)
  } finally {
    connection?.release()
    await driver.close()
  }
})

test('pages survive being torn; waiting for the disk waits for what the library does', async () => {
  for (const sync of [true, false]) {
    const driver = await openEmbedded({ dataDir: join(folder, 'database'), sync })
    assert.equal(await setting(driver, 'full_page_writes'), 'on')
    assert.equal(await setting(driver, 'fsync'), sync ? 'on' : 'off')
    assert.equal(await setting(driver, 'wal_sync_method'), 'fsync')
    await driver.close()
  }
})
