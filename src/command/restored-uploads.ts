import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAsWritten, type Place, type Upload } from '#platform/backups'
import type { BlobStore } from '#platform/blobs'
import type { ReportWork } from '#platform/db'
import { FailedError } from './errors.ts'

/** Copies a backup's uploads to the store and compares each with the original; existing files stay. */
export async function restoreUploads(
  place: Place,
  store: BlobStore,
  uploads: readonly Upload[],
  key: Buffer | undefined,
  progress: ReportWork,
): Promise<void> {
  const there = new Map<string, number>()
  for await (const { key, size } of store.list()) there.set(key, size)
  const work = await mkdtemp(join(tmpdir(), 'loquat-restore-'))
  try {
    for (const [done, upload] of uploads.entries()) {
      progress({ phase: 'copying', done, of: uploads.length, unit: 'file' })
      if (there.get(upload.key) !== upload.size) await restoreOne(place, store, upload, key, join(work, randomUUID()))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function restoreOne(
  place: Place,
  store: BlobStore,
  upload: Upload,
  key: Buffer | undefined,
  path: string,
): Promise<void> {
  if (!(await isAsWritten(place, upload, key, createWriteStream(path, { mode: 0o600 }))))
    throw new FailedError(`${upload.content} in ${place.address} is not what was written: ${upload.key} would be wrong`)
  await store.put(upload.key, { path })
  await rm(path, { force: true })
}
