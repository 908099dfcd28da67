import { join, resolve } from 'node:path'
import { z } from '#contract'
import { type BlobStore, DiskBlobs, S3Blobs } from '#platform/blobs'
import type { Config } from '#platform/config'

const name = /^loquat-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
const largestInBucket = 5 * 2 ** 30

/** Metadata of a backup, stored next to the archive as `NAME.json`. */
export const BackupRecord = z.object({
  /** `loquat-2026-11-22T15-40-00Z`. */
  name: z.string().regex(name),
  made_at: z.iso.datetime(),
  /** Size of the archive in bytes. */
  size: z.int(),
  sha256: z.string(),
  rows: z.int(),
  /** Number and total bytes of uploaded files. */
  files: z.int(),
  file_bytes: z.int(),
  encrypted: z.boolean(),
  before_upgrade: z.boolean().optional(),
  /** Result of the trial restore; null if there was none yet. */
  check: z.object({ at: z.iso.datetime(), problem: z.string().nullable() }).nullable(),
  /** Why the last trial restore couldn't be run, and when it began; it says nothing about the backup. */
  check_failure: z.object({ at: z.iso.datetime(), reason: z.string() }).optional(),
})
export type BackupRecord = z.infer<typeof BackupRecord>

/** Returns a checked backup; throws when its trial restore found a problem. */
export function requireSound(record: BackupRecord): BackupRecord {
  if (record.check?.problem) throw new Error(`${record.name} cannot be restored: ${record.check.problem}`)
  return record
}

/** A folder or bucket with backups: archives, what is known of each, and below `files` the uploads of all of them. */
export interface Place {
  readonly address: string
  readonly store: BlobStore
  /** Set if it's a local folder. */
  readonly disk: DiskBlobs | undefined
}

export interface BucketAccess {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The configured credentials, which are also those of the upload bucket. */
export const accessOf = ({ s3Region, s3AccessKeyId, s3SecretAccessKey }: Config): BucketAccess => ({
  region: s3Region,
  accessKeyId: s3AccessKeyId,
  secretAccessKey: s3SecretAccessKey,
})

export const isBucket = (to: string): boolean => /^(?:s3|https?):\/\//.test(to)

/** The backup location: `to`, the configured one, or a folder in the data directory. */
export function placeOf(config: Config, to = config.backupTo, access = accessOf(config)): Place {
  if (!to || !isBucket(to)) {
    const folder = resolve(to ?? join(config.dataDir, 'backups'))
    const disk = new DiskBlobs(folder)
    return { address: folder, store: disk, disk }
  }
  const bucket = /^s3:\/\/([^/]+)(.*)$/.exec(to)
  const url = bucket ? `https://${bucket[1]}.s3.${access.region}.amazonaws.com${bucket[2]}` : to
  return { address: to, store: new S3Blobs({ url, ...access }), disk: undefined }
}

export const nameOf = (time: Date): string => `loquat-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
export const archiveKey = (name: string): string => `${name}.backup`
const recordKey = (name: string): string => `${name}.json`

/** Newest first; files that aren't valid records are ignored. */
export async function recordsIn({ store }: Place): Promise<BackupRecord[]> {
  const [records, archives] = [[] as string[], new Set<string>()]
  for await (const { key } of store.list()) {
    if (key.startsWith('files/')) continue
    const [, found, ending] = /^(loquat-[^./]+)\.(json|backup)$/.exec(key) ?? []
    if (!found || !name.test(found)) continue
    if (ending === 'json') records.push(found)
    else archives.add(found)
  }
  const all: BackupRecord[] = []
  for (const name of records
    .filter((one) => archives.has(one))
    .sort()
    .reverse()) {
    const text = await store.get(recordKey(name))
    const parsed = BackupRecord.safeParse(parseJson(text))
    if (parsed.success && parsed.data.name === name) all.push(parsed.data)
  }
  return all
}

function parseJson(text: Buffer | undefined): unknown {
  try {
    return JSON.parse(text?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}

export const writeRecord = ({ store }: Place, record: BackupRecord): Promise<void> =>
  store.put(recordKey(record.name), Buffer.from(`${JSON.stringify(record)}\n`))

/** The archive first, so that a listed backup is always complete. */
export async function putArchive(place: Place, path: string, record: BackupRecord): Promise<void> {
  if (!place.disk && record.size > largestInBucket)
    throw new Error(`the archive has ${record.size} bytes, and a bucket takes 5 GiB at once; back up to a folder`)
  await place.store.put(archiveKey(record.name), { path })
  await writeRecord(place, record)
}

/** The record first, so that an incomplete backup is never listed. */
export async function removeBackup({ store }: Place, name: string): Promise<void> {
  await store.delete(recordKey(name))
  await store.delete(archiveKey(name))
}
