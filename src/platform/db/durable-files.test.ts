import { type FileHandle, mkdtemp, open, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, vi } from 'vitest'
import { afterEach, assert, prepareDirectory, test } from '#test'
import { openEmbedded } from './embedded.ts'
import { openPglite } from './pglite.ts'

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

test('the write-ahead log stays below 256 MiB, even in a long transaction', async () => {
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
        // a due checkpoint runs after the response and before the next statement
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

// reads file paths from /proc
const linux = test.skipIf(process.platform !== 'linux')

async function watchDatasync(instead: (file: FileHandle, datasync: () => Promise<void>) => Promise<void>) {
  const file = await open(join(folder, 'database/PG_VERSION'))
  const handles = Object.getPrototypeOf(file)
  await file.close()
  const { datasync } = handles
  return vi.spyOn(handles, 'datasync').mockImplementation(function (this: FileHandle) {
    return instead(this, () => datasync.call(this))
  })
}

linux('what was written reaches the disk beside the work, before a checkpoint is due', async () => {
  const { pglite, durable } = await openPglite({ dataDir: join(folder, 'database') })
  const synced: string[] = []
  const spy = await watchDatasync(async (file, datasync) => {
    synced.push(await readlink(`/proc/self/fd/${file.fd}`))
    return datasync()
  })
  try {
    assert.ok(durable)
    await pglite.exec('create table row (text text)')
    const { rows } = await pglite.query<{ path: string }>(`select pg_relation_filepath('row') as path`)
    assert.equal(durable.flushDue, false)
    // more than the buffer cache holds, so that the database writes pages
    await pglite.exec(`insert into row select repeat(md5(n::text), 60) from generate_series(1, 30000) n`)
    assert.deepEqual([durable.flushDue, durable.checkpointDue], [true, false])
    await durable.flush()
    assert.ok(synced.includes(join(folder, 'database', rows[0]?.path as string)), synced.join())
    assert.equal(durable.flushDue, false)
    await pglite.exec(`insert into row select repeat(md5(n::text), 60) from generate_series(1, 30000) n`)
    spy.mockRejectedValueOnce(new Error('EIO'))
    await assert.rejects(durable.flush(), /EIO/, 'nobody else would hear of it')
  } finally {
    spy.mockRestore()
    await pglite.close()
  }
})

test('a checkpoint waits for a slow disk only while the log stays bounded', async () => {
  const { pglite, durable } = await openPglite({ dataDir: join(folder, 'database') })
  let end!: () => void
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  const spy = await watchDatasync(() => slow)
  try {
    assert.ok(durable)
    await pglite.exec('create table row (id int)')
    const fillSegments = async (count: number) => {
      for (let file = 0; file < count; file++) await pglite.exec('insert into row values (1); select pg_switch_wal()')
      // the next statement updates the log position
      await pglite.exec('insert into row values (1)')
    }
    await pglite.exec('checkpoint')
    await fillSegments(2)
    const flushed = durable.flush()
    await fillSegments(7)
    assert.deepEqual([durable.flushDue, durable.checkpointDue], [false, false])
    await fillSegments(2)
    assert.equal(durable.checkpointDue, true)
    end()
    await flushed
  } finally {
    spy.mockRestore()
    await pglite.close()
  }
})

test('full_page_writes is on, and the sync setting decides about waiting for the disk', async () => {
  for (const sync of [true, false]) {
    const driver = await openEmbedded({ dataDir: join(folder, 'database'), sync })
    assert.equal(await setting(driver, 'full_page_writes'), 'on')
    assert.equal(await setting(driver, 'fsync'), sync ? 'on' : 'off')
    assert.equal(await setting(driver, 'wal_sync_method'), 'fsync')
    await driver.close()
  }
})
