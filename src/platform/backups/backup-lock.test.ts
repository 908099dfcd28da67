import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '#contract'
import { DiskBlobs } from '#platform/blobs'
import { platformOptions, readConfig } from '#platform/config'
import { openServer } from '#platform/db'
import { assert, test as base, TestClock } from '#test'
import { copyTemplate } from '../../../test/harness/server.ts'
import { WatchedBucket } from '../../../test/harness/watched-bucket.ts'
import { Backups } from './backups.ts'

const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

interface Shared {
  readonly uploads: DiskBlobs
  readonly bucket: WatchedBucket
  readonly clock: TestClock
  /** Two processes of one PostgreSQL database that back up to one bucket. */
  readonly processes: readonly [Backups, Backups]
}

const test = base.extend<{ shared: Shared }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of a fixture's dependencies here
  shared: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-shared-'))
    const bucket = await WatchedBucket.start()
    const { url, drop } = await copyTemplate(databaseUrl as string)
    const driver = await openServer(url, { connections: 2 })
    const clock = new TestClock()
    const options = { dataDir, databaseUrl: url, backupTo: `${bucket.url}/kept`, backupEvery: '6h', backupKeep: '1d' }
    const keys = { s3AccessKeyId: 'S3RVER', s3SecretAccessKey: 'S3RVER', backupNice: '0' }
    const config = readConfig(platformOptions, { ...options, ...keys }, {})
    const open = () => new Backups({ config, driver, now: clock.now })
    const processes = [open(), open()] as const
    await use({ uploads: new DiskBlobs(join(dataDir, 'uploads')), bucket, clock, processes })
    await Promise.all(processes.map((each) => each.stop()))
    await driver.close()
    await drop()
    await bucket.close()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test.skipIf(!databaseUrl)('a backup keeps its files while another process removes old ones', async ({ shared }) => {
  const { uploads, bucket, clock, processes } = shared
  const [one, other] = processes
  clock.set(new Date('2026-11-01T03:00:00Z'))
  await one.make({ check: false })
  clock.advance(3 * dayMs)
  await uploads.put('1/ab/file.txt', Buffer.from('content'))
  let scheduled: unknown = 'not asked'
  bucket.interfere = async (method, path) => {
    if (method !== 'PUT' || !path.endsWith('.backup') || scheduled !== 'not asked') return undefined
    scheduled = undefined
    // a backup of the other process would neither have the file nor keep the first backup
    await uploads.delete('1/ab/file.txt')
    clock.advance(1_000)
    scheduled = await other.makeIfDue()
    return undefined
  }
  const { name, files } = await one.make({ check: false })
  assert.equal(files, 1)
  assert.equal((await one.check(name)).check?.problem, null)
  assert.equal(scheduled, undefined)
  assert.equal(other.failures, 0)
})

test.skipIf(!databaseUrl)('a backup asked for waits for one of another process', async ({ shared }) => {
  const { bucket, clock, processes } = shared
  const [one, other] = processes
  let waiting: Promise<unknown> | undefined
  bucket.interfere = async (method, path) => {
    if (method === 'PUT' && path.endsWith('.backup') && !waiting) {
      clock.advance(5_000)
      waiting = other.make({ check: false })
    }
    return undefined
  }
  await one.make({ check: false })
  await waiting
  assert.equal((await one.state()).backups.length, 2)
})

test.skipIf(!databaseUrl)('a backup with a file that the bucket lost fails', async ({ shared }) => {
  const { uploads, bucket, processes } = shared
  await uploads.put('1/ab/file.txt', Buffer.from('content'))
  bucket.interfere = async (method, path) => (method === 'PUT' && path.includes('/files/') ? 'swallowed' : undefined)
  await assert.rejects(processes[0].make({ check: false }), /the copy of the file 1\/ab\/file\.txt disappeared/)
  assert.deepEqual((await processes[0].state()).backups, [])
})
