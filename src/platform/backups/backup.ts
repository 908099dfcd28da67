import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBlobs } from '#platform/blobs'
import { type Config, sessionAddress, version } from '#platform/config'
import { type Driver, openEmbedded, openServer, unhurried } from '#platform/db'
import { readHead, writeArchive } from './archive.ts'
import type { BackupLock } from './backup-lock.ts'
import { readBackupKey } from './cipher.ts'
import { format, leftOut, type Manifest, type Upload } from './manifest.ts'
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

/** Without these, what is sealed in the database cannot be opened, and browsers hear of nothing. */
const keyFiles = ['secret.key', 'web-push.key']

/** What a backup is made of and where. */
export interface Order {
  readonly config: Config
  /** Another place than the option's. */
  readonly to: string | undefined
  /** For a bucket there; without it the options'. */
  readonly access?: BucketAccess | undefined
  /** A folder of its own, for what is not whole yet. */
  readonly work: string
  /** ISO 8601. */
  readonly now: string
  /** It is the way back from an upgrade. */
  readonly isBeforeUpgrade?: boolean | undefined
  /** Whether to give up, instead of waiting, while another process makes a backup. */
  readonly isSkippable?: boolean | undefined
}

export const keyOf = ({ backupKeyFile }: Config): Buffer | undefined =>
  backupKeyFile === undefined ? undefined : readBackupKey(backupKeyFile)

/**
 * Makes a backup from beginning to end. `copied` is asked to lay a copy of the embedded database's files into a folder.
 * Files of the store come first and, what is new by then, once more afterwards, so that each that the rows name is there.
 */
export async function makeBackup(
  order: Order,
  lock: BackupLock,
  copied: (folder: string) => Promise<void>,
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
  const made = await readDatabase(config, work, tables, copied)
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
    left_out: Object.entries(leftOut).map(([name, reason]) => ({ name, reason })),
    sequences: made.sequences,
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
): Promise<TableFiles> {
  const databaseUrl = sessionAddress(config)
  const folder = join(work, 'database')
  let driver: Driver
  if (databaseUrl)
    driver = await openServer(databaseUrl, { connections: 1, connectSecs: config.databaseConnectSeconds })
  else {
    await copied(folder)
    // it is read once and thrown away
    driver = await openEmbedded({ dataDir: folder, sync: false })
  }
  try {
    const connection = await driver.connect(unhurried)
    try {
      return await writeTables(connection, tables)
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
