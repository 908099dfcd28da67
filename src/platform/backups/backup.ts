import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBlobs } from '#platform/blobs'
import { type Config, sessionAddress, version } from '#platform/config'
import { type Driver, openEmbedded, openServer, type ReportWork, unhurried } from '#platform/db'
import { readHead, writeArchive } from './archive.ts'
import type { BackupLock } from './backup-lock.ts'
import { readBackupKey } from './cipher.ts'
import { format, leftOutWith, type Manifest, type Upload } from './manifest.ts'
import {
  archiveKey,
  type BackupRecord,
  type BucketAccess,
  nameOf,
  type Place,
  placeOf,
  putArchive,
  recordsIn,
} from './place.ts'
import { LinesFile, type TableFiles, writeTables } from './table-files.ts'
import { compareSizes } from './upload-checks.ts'
import { UploadCopies } from './upload-copies.ts'

/** Without these, encrypted values in the database can't be decrypted and web push stops working. */
const keyFiles = ['secret.key', 'web-push.key']

export interface Order {
  readonly config: Config
  readonly to: string | undefined
  /** Credentials for a bucket in `to`; defaults to the configured ones. */
  readonly access?: BucketAccess | undefined
  readonly work: string
  readonly now: string
  /** Kept longer, for going back after an upgrade. */
  readonly isBeforeUpgrade?: boolean | undefined
  /** Whether to give up, instead of waiting, while another process makes a backup. */
  readonly isSkippable?: boolean | undefined
}

export const keyOf = ({ backupKeyFile }: Config): Buffer | undefined =>
  backupKeyFile === undefined ? undefined : readBackupKey(backupKeyFile)

/**
 * Makes a backup. Uploads are copied before the database and again after it, so that none the rows refer to is missing.
 * `copied` copies the embedded database's files into a folder.
 */
export async function makeBackup(
  order: Order,
  lock: BackupLock,
  copied: (folder: string) => Promise<void>,
  progress?: ReportWork,
): Promise<BackupRecord> {
  const { config, to, access, work, now } = order
  const [key, place, tables] = [keyOf(config), placeOf(config, to, access), join(work, 'tables')]
  await mkdir(tables, { recursive: true, mode: 0o700 })
  const copies = await UploadCopies.open(
    openBlobs(config),
    place,
    key,
    join(work, 'files'),
    await namedBefore(place, key),
  )
  await copies.follow(() => {})
  const made = await readDatabase(config, work, tables, copied, progress)
  const uploads = await listUploads(copies, join(work, 'uploads.jsonl.gz'))
  await requireCopies(place, uploads.named, key)
  const keys = await readKeys(config)
  const manifest: Manifest = {
    format,
    made_at: now,
    server: `Loquat ${version}`,
    database: config.databaseUrl ? 'server' : 'embedded',
    migrations: made.migrations,
    tables: made.sums,
    left_out: leftOutWith(made.foreign),
    sequences: [...made.sequences],
    uploads: uploads.listed,
    keys: [...keys.keys()],
  }
  const path = join(work, 'archive')
  const size = await writeArchive(path, { manifest, uploads: uploads.path, tables: made.files, keys }, key)
  const record: BackupRecord = {
    name: nameOf(new Date(now)),
    made_at: now,
    size,
    sha256: await hashOf(path),
    rows: manifest.tables.reduce((total, { rows }) => total + rows, 0),
    files: manifest.uploads.count,
    file_bytes: manifest.uploads.bytes,
    encrypted: key !== undefined,
    ...(order.isBeforeUpgrade ? { before_upgrade: true } : {}),
    check: null,
  }
  await lock.confirm()
  await putArchive(place, path, record)
  return record
}

/** A backup that lacks a file must not count as one, whatever removed the file. */
async function requireCopies(place: Place, named: readonly Upload[], key: Buffer | undefined): Promise<void> {
  const { missing, damaged } = await compareSizes(place, named, key)
  const [first] = [...missing, ...damaged]
  if (first) throw new Error(`the copy of the file ${first.key} disappeared or changed while the backup was made`)
}

/** The files that the newest backup names; none where it cannot be read: then they are read once more. */
async function namedBefore(place: Place, key: Buffer | undefined): Promise<Upload[]> {
  const [newest] = await recordsIn(place)
  return newest ? uploadsNamedBy(place, newest.name, key).catch(() => []) : []
}

export async function uploadsNamedBy(place: Place, name: string, key: Buffer | undefined): Promise<Upload[]> {
  const source = await place.store.stream(archiveKey(name))
  if (!source) throw new Error(`${archiveKey(name)} is not there`)
  const uploads: Upload[] = []
  await readHead(source, key, (some) => void uploads.push(...some))
  return uploads
}

async function readDatabase(
  config: Config,
  work: string,
  tables: string,
  copied: (folder: string) => Promise<void>,
  progress: ReportWork | undefined,
): Promise<TableFiles> {
  const databaseUrl = sessionAddress(config)
  const folder = join(work, 'database')
  let driver: Driver
  if (databaseUrl)
    driver = await openServer(databaseUrl, { connections: 1, connectSecs: config.databaseConnectSeconds })
  else {
    await copied(folder)
    // read once and deleted, so it needn't be durable
    driver = await openEmbedded({ dataDir: folder, sync: false })
  }
  try {
    const connection = await driver.connect(unhurried)
    try {
      return await writeTables(connection, tables, progress)
    } finally {
      connection.release()
    }
  } finally {
    await driver.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listUploads(
  copies: UploadCopies,
  path: string,
): Promise<{ path: string; named: readonly Upload[]; listed: Manifest['uploads'] }> {
  const lines = new LinesFile('uploads', path)
  const some: Upload[] = []
  await copies.follow((upload) => void some.push(upload))
  let bytes = 0
  for (let start = 0; start < some.length; start += 1000) {
    const part = some.slice(start, start + 1000)
    bytes += part.reduce((total, { size }) => total + size, 0)
    await lines.add(part.map((upload) => `${JSON.stringify(upload)}\n`).join(''))
  }
  const { rows: count, sha256 } = await lines.end()
  return { path, named: some, listed: { count, bytes, sha256 } }
}

async function readKeys({ dataDir }: Config): Promise<Map<string, Buffer>> {
  const keys = new Map<string, Buffer>()
  for (const name of keyFiles) {
    const content = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (content) keys.set(name, content)
  }
  return keys
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
