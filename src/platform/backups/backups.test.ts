import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '#contract'
import { DiskBlobs } from '#platform/blobs'
import { platformOptions, readConfig } from '#platform/config'
import { migrationScripts, openEmbedded, unhurried } from '#platform/db'
import { assert, test as base, prepareDirectory, TestClock } from '#test'
import { WatchedBucket } from '../../../test/harness/watched-bucket.ts'
import { ArchiveError, readHead } from './archive.ts'
import { Backups } from './backups.ts'
import { tablesOf } from './catalogue.ts'
import { leftOut } from './manifest.ts'
import { archiveKey, placeOf } from './place.ts'
import { isArchiveFault } from './trial-restore.ts'

const test = base.extend<{ dataDir: string; clock: TestClock; warnings: string[]; backups: Backups }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  dataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-made-'))
    await prepareDirectory(folder)
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  clock: async ({}, use) => use(new TestClock()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  warnings: async ({}, use) => use([]),
  backups: async ({ dataDir, clock, warnings }, use) => {
    const driver = await openEmbedded({ dataDir: join(dataDir, 'database') })
    // the default low priority would make it wait for all other tests
    const config = readConfig(platformOptions, { dataDir, backupEvery: '6h', backupKeep: '2d', backupNice: '0' }, {})
    const backups = new Backups({ config, driver, now: clock.now, warned: (text) => warnings.push(text) })
    await use(backups)
    await backups.stop()
    await driver.close()
  },
})

test('backups are made when due, checked, and removed by the keep rules', async ({ backups, clock, dataDir }) => {
  clock.set(new Date('2026-11-22T03:00:00Z'))
  const first = await backups.makeIfDue()
  assert.equal(first?.check?.problem, null)
  assert.equal(await backups.makeIfDue(), undefined)
  clock.advance(dayMs / 4)
  const second = await backups.makeIfDue()
  assert.ok(second && second.made_at > (first?.made_at ?? ''))
  const names = async () => (await backups.state()).backups.map(({ name }) => name)
  assert.deepEqual(await names(), [second.name, first?.name])
  clock.advance(dayMs)
  const third = await backups.makeIfDue()
  // only the newest backup of a past day is kept
  assert.deepEqual(await names(), [third?.name, second.name])
  assert.deepEqual((await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.backup')).sort(), [
    archiveKey(second.name),
    archiveKey(third?.name as string),
  ])
})

test('an unreadable backup is named in a warning and does not prevent new ones', async ({
  backups,
  clock,
  dataDir,
  warnings,
}) => {
  const uploads = new DiskBlobs(join(dataDir, 'uploads'))
  const copies = async () =>
    (await readdir(join(dataDir, 'backups', 'files'), { recursive: true })).filter((one) => one.length > 60).length
  clock.set(new Date('2026-11-22T03:00:00Z'))
  await uploads.put('1/ab/file.txt', Buffer.from('only in the first two'))
  const first = await backups.make({ check: false })
  clock.advance(dayMs / 4)
  const second = await backups.make({ check: false })
  await uploads.delete('1/ab/file.txt')
  await writeFile(join(dataDir, 'backups', archiveKey(second.name)), 'sealed with a key that was replaced')
  clock.advance(dayMs)
  const third = await backups.make()
  assert.equal(third.check?.problem, null)
  assert.equal((await backups.state()).failure, null)
  // the first one is removed, but its copies may belong to the second one too
  assert.deepEqual(
    (await backups.state()).backups.map(({ name }) => name),
    [third.name, second.name],
  )
  assert.ok(!(await readdir(join(dataDir, 'backups'))).includes(archiveKey(first.name)))
  assert.equal(await copies(), 1)
  assert.equal(warnings.length, 1)
  assert.ok(warnings[0]?.startsWith(`${second.name} can't be read, so copies of uploads`), warnings[0])
  // the second one expires, and the copies with it
  clock.advance(2 * dayMs)
  await backups.make({ check: false })
  clock.advance(dayMs)
  await backups.make({ check: false })
  assert.equal(await copies(), 0)
  assert.equal(warnings.length, 1)
})

test('every table is in a backup or left out with a reason', async ({ backups, dataDir }) => {
  const { name } = await backups.make({ check: false })
  const place = placeOf(readConfig(platformOptions, { dataDir }, {}))
  const source = await place.store.stream(archiveKey(name))
  assert.ok(source)
  const { tables, left_out } = await readHead(source, undefined)
  const driver = await openEmbedded({ durable: false })
  const connection = await driver.connect(unhurried)
  for (const { script } of await migrationScripts()) await connection.script(script)
  const there = (await tablesOf(connection)).map((table) => table.name)
  connection.release()
  await driver.close()
  assert.deepEqual([...tables, ...left_out].map((one) => one.name).sort(), there.sort())
  assert.deepEqual(left_out.map((one) => one.name).sort(), Object.keys(leftOut).sort())
  for (const { reason } of left_out) assert.ok(reason.length > 10)
})

test('tables and sequences that Loquat did not create do not prevent a verified backup', async ({ dataDir }) => {
  const driver = await openEmbedded({ dataDir: join(dataDir, 'database') })
  const connection = await driver.connect(unhurried)
  await connection.script(`
    create sequence tickets;
    create table "my notes" (id serial primary key, org_id bigint references organization, content text);
    insert into "my notes" (content) values ('mine');
  `)
  connection.release()
  const config = readConfig(platformOptions, { dataDir, backupNice: '0' }, {})
  const backups = new Backups({ config, driver, now: () => new Date() })
  const { name, check } = await backups.make({ check: true })
  assert.equal(check?.problem, null)
  const source = await placeOf(config).store.stream(archiveKey(name))
  assert.ok(source)
  const { tables, left_out, sequences } = await readHead(source, undefined)
  assert.ok(left_out.some((one) => one.name === 'my notes' && /not created by Loquat/.test(one.reason)))
  assert.ok(!tables.some((one) => one.name === 'my notes'))
  assert.deepEqual(
    sequences.filter((one) => /my notes|tickets/.test(one.name)),
    [],
  )
  await backups.stop()
  await driver.close()
})

test('a failed backup is reported and retried before the next regular one', async ({ backups, clock, dataDir }) => {
  // a file in place of the folder makes the backup fail
  await writeFile(join(dataDir, 'backups'), '')
  const now = clock.now()
  clock.set(now)
  await assert.rejects(backups.make(), /./)
  const { failures } = backups
  assert.equal(failures, 1)
  await rm(join(dataDir, 'backups'))
  assert.equal((await backups.state()).failure?.at.getTime(), now.getTime())
  assert.equal(await backups.makeIfDue(), undefined)
  clock.advance(31 * 60_000)
  assert.ok(await backups.makeIfDue())
  assert.equal((await backups.state()).failure, null)
})

test('a backup whose archive changed fails its check', async ({ backups, dataDir }) => {
  const { name } = await backups.make({ check: false })
  const path = join(dataDir, 'backups', archiveKey(name))
  const bytes = await readFile(path)
  bytes[bytes.length - 3000] = (bytes[bytes.length - 3000] as number) ^ 1
  await writeFile(path, bytes)
  const { check } = await backups.check(name)
  assert.ok(check?.problem)
})

test('a backup with a truncated upload fails its check', async ({ backups, dataDir }) => {
  const content = Buffer.alloc(200_000, 'content ')
  await new DiskBlobs(join(dataDir, 'uploads')).put('1/ab/file.txt', content)
  const { name } = await backups.make({ check: false })
  const folder = join(dataDir, 'backups', 'files')
  const copy = join(folder, (await readdir(folder, { recursive: true })).find((one) => one.length > 60) as string)
  // the copy is a hard link to the upload
  await rm(copy)
  await writeFile(copy, content.subarray(1))
  assert.match((await backups.check(name)).check?.problem ?? '', /^the file 1\/ab\/file\.txt has another size among/)
})

test('a check that loses its connection leaves the backup unverified and is repeated', async ({ dataDir, clock }) => {
  const bucket = await WatchedBucket.start()
  const driver = await openEmbedded({ dataDir: join(dataDir, 'database') })
  const keys = { s3AccessKeyId: 'S3RVER', s3SecretAccessKey: 'S3RVER' }
  const options = { dataDir, backupEvery: '6h', backupTo: `${bucket.url}/kept`, backupNice: '0', ...keys }
  const backups = new Backups({ config: readConfig(platformOptions, options, {}), driver, now: clock.now })
  const newest = async () => (await backups.state()).backups[0]
  try {
    bucket.interfere = async (method, path) => (method === 'GET' && path.endsWith('.backup') ? 'cut' : undefined)
    await assert.rejects(backups.makeIfDue(), /couldn't be checked/)
    const unverified = await newest()
    assert.equal(unverified?.check, null)
    assert.ok(unverified.check_failure?.reason)
    assert.equal(backups.failures, 1)
    // too soon
    assert.equal(await backups.makeIfDue(), undefined)
    clock.advance(31 * 60_000)
    bucket.interfere = async () => undefined
    const checked = await backups.makeIfDue()
    assert.deepEqual([checked?.name, checked?.check?.problem], [unverified.name, null])
    assert.equal(checked?.check_failure, undefined)
    assert.equal((await backups.state()).failure, null)
    assert.equal(await backups.makeIfDue(), undefined)
  } finally {
    await backups.stop()
    await driver.close()
    await bucket.close()
  }
})

test('errors of the machine or the network are no fault of an archive', () => {
  const error = (code: string) => Object.assign(new Error('failed'), { code })
  for (const code of ['ENOSPC', 'EMFILE', 'ECONNRESET', 'EPIPE', 'EBUSY', '53100', '53200', '57014', '58030'])
    assert.ok(!isArchiveFault(error(code)), code)
  for (const fault of [new ArchiveError('it is empty'), error('22P02'), error('23505'), error('42703')])
    assert.ok(isArchiveFault(fault))
})
