import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openEmbedded, type ReportWork, unhurried } from '#platform/db'
import { ArchiveError } from './archive.ts'
import { restoreRows } from './archived-rows.ts'
import { keyOf, type Order } from './backup.ts'
import type { Upload } from './manifest.ts'
import { archiveKey, type BackupRecord, type Place, placeOf, recordsIn, writeRecord } from './place.ts'
import { compareSizes } from './upload-checks.ts'

/** A backup couldn't be checked now, which says nothing about the backup. */
class CheckError extends Error {}

/** SQLSTATE classes that rows of an archive cause: cardinality, data, constraints, unknown names, and triggers. */
const rowErrors = /^(?:21|22|23|42|P0)[0-9A-Z]{3}$/

/** Whether an error during a test restore proves that the archive is wrong; a full disk or a lost connection doesn't. */
export function isArchiveFault(error: unknown): error is Error {
  if (error instanceof ArchiveError) return true
  return error instanceof Error && rowErrors.test(String((error as NodeJS.ErrnoException).code ?? ''))
}

/** Restores a backup into a temporary database, checks the sizes of its uploads, and records the result. */
export async function tryRestore(order: Order, name: string, progress?: ReportWork): Promise<BackupRecord> {
  const place = placeOf(order.config, order.to, order.access)
  const record = (await recordsIn(place)).find((one) => one.name === name)
  if (!record) throw new Error(`there is no backup ${name} in ${place.address}`)
  const { check_failure: _, ...known } = record
  let problem: string | null
  try {
    problem = await problemWith(place, record, order, progress)
  } catch (error) {
    const reason = (error as Error).message
    // the place itself may be what can't be reached
    await writeRecord(place, { ...known, check_failure: { at: order.now, reason } }).catch(() => {})
    throw new CheckError(`${name} couldn't be checked: ${reason}`)
  }
  const checked = { ...known, check: { at: new Date().toISOString(), problem } }
  await writeRecord(place, checked)
  return checked
}

async function problemWith(
  place: Place,
  record: BackupRecord,
  { config, work }: Order,
  progress: ReportWork | undefined,
): Promise<string | null> {
  const scratch = join(work, 'scratch')
  await mkdir(work, { recursive: true, mode: 0o700 })
  const driver = await openEmbedded({ dataDir: scratch, sync: false })
  try {
    // opened only now: a store closes idle connections after minutes, and creating the database may take as long
    const stored = await place.store.stream(archiveKey(record.name))
    if (!stored) return 'the archive is not there'
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const source = new PassThrough()
    const piped = pipeline(stored, hashing, source)
    piped.catch(() => {})
    const named: Upload[] = []
    const connection = await driver.connect(unhurried)
    try {
      await restoreRows(connection, source, keyOf(config), {
        uploads: (some) => void named.push(...some),
        progress: progress && ((one) => progress({ ...one, phase: 'verifying' })),
      })
    } finally {
      connection.release()
    }
    await piped
    if (hash.digest('hex') !== record.sha256) return 'the archive is not the one that was written'
    return await wrongFile(place, named, keyOf(config))
  } catch (error) {
    if (isArchiveFault(error)) return error.message
    throw error
  } finally {
    await driver.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Compares sizes only: contents were verified when they were written and are shared by all backups. */
async function wrongFile(place: Place, named: readonly Upload[], key: Buffer | undefined): Promise<string | null> {
  const { missing, damaged } = await compareSizes(place, named, key)
  const problem = (files: readonly Upload[], is: string, are: string) => {
    const [first, ...more] = files
    if (!first) return null
    return more.length > 0
      ? `the file ${first.key} and ${more.length} more ${are} among the backups`
      : `the file ${first.key} ${is} among the backups`
  }
  return problem(missing, 'is missing', 'are missing') ?? problem(damaged, 'has another size', 'have another size')
}
