import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openEmbedded, unhurried } from '#platform/db'
import { ArchiveError } from './archive.ts'
import { restoreRows } from './archived-rows.ts'
import { keyOf, type Order } from './backup.ts'
import type { Upload } from './manifest.ts'
import { archiveKey, type BackupRecord, type Place, placeOf, recordsIn, writeRecord } from './place.ts'

/**
 * Restores a backup into an empty database that is thrown away afterwards, adds everything up, looks whether every file
 * of it is there, and writes down what was found.
 */
export async function tryRestore(order: Order, name: string): Promise<BackupRecord> {
  const place = placeOf(order.config, order.to)
  const record = (await recordsIn(place)).find((one) => one.name === name)
  if (!record) throw new Error(`there is no backup ${name} in ${place.address}`)
  const problem = await problemWith(place, record, order)
  const checked = { ...record, check: { at: new Date().toISOString(), problem } }
  await writeRecord(place, checked)
  return checked
}

async function problemWith(place: Place, record: BackupRecord, { config, work }: Order): Promise<string | null> {
  const scratch = join(work, 'scratch')
  await mkdir(work, { recursive: true, mode: 0o700 })
  const driver = await openEmbedded({ dataDir: scratch, sync: false })
  try {
    // only now: a store ends a connection from which nobody reads for minutes, and making a database may take as long
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
      await restoreRows(connection, source, keyOf(config), { uploads: (some) => void named.push(...some) })
    } finally {
      connection.release()
    }
    await piped
    if (hash.digest('hex') !== record.sha256) return 'the archive is not the one that was written'
    return await missingFile(place, named)
  } catch (error) {
    if (error instanceof ArchiveError || 'code' in (error as object)) return (error as Error).message
    throw error
  } finally {
    await driver.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function missingFile(place: Place, named: readonly Upload[]): Promise<string | null> {
  const missing = await missingFiles(place, named)
  if (missing.length === 0) return null
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
  return `the file ${missing[0]?.key}${others} is missing among the backups`
}

/** Those whose content is not beside the backups. */
export async function missingFiles({ store }: Place, named: readonly Upload[]): Promise<Upload[]> {
  const there = new Set<string>()
  for await (const { key } of store.list('files/')) there.add(key)
  return named.filter(({ content }) => !there.has(content))
}
