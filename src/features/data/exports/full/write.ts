import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { BlobStore } from '#platform/blobs'
import { version } from '#platform/config'
import type { Organization } from '#platform/organization'
import { blobKey } from '../../../messages/attachments/paths.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { pictureBlob } from '../../../people/organization/picture.ts'
import { type AvatarSize, avatarBlob, avatarSizes } from '../../../people/users/avatars/identicon.ts'
import type { ExportCounts } from '../api.ts'
import { TarWriter } from '../archive/tar.ts'
import type { Progress, ReportPercent } from '../progress.ts'
import type { ArchiveRow } from './column.ts'
import { progressOver } from './expected-rows.ts'
import * as format from './format.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { columnsOf, type ExportedTable, exportedTables } from './tables.ts'

/** perf: rows per page, between which other requests run */
const rowsAtOnce = 200

interface FullWriting {
  readonly org: Organization
  readonly blobs: BlobStore
  /** An existing file is replaced. */
  readonly path: string
  readonly withSecrets: boolean
  readonly pageSize?: number
  readonly signal?: AbortSignal | undefined
  readonly progress?: ReportPercent | undefined
  /** Called after each page; for tests. */
  pageWritten?(): void | Promise<void>
}

export interface FullCounts extends ExportCounts {
  rows: number
  files: number
  position: number
}

/**
 * Writes the organization's rows and files as a compressed tar archive, as of one position of the event log. Tables are
 * written to temporary files first, because a tar entry begins with its size.
 */
export async function writeFullArchive(writing: FullWriting): Promise<FullCounts> {
  const { org, path, withSecrets } = writing
  const now = org.now()
  const folder = await mkdtemp(join(dirname(path), '.export-'))
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600 }))
  written.catch((error: Error) => gzip.destroy(error))
  const tar = new TarWriter(gzip, now)
  try {
    const progress = await progressOver(org, exportedTables(withSecrets), writing.progress)
    const tables: format.Manifest['tables'] = {}
    const position = await withSnapshot(org, async (snapshot) => {
      await tar.file('format.json', `${JSON.stringify(noteOf(writing, snapshot, now), null, 1)}\n`)
      for (const [table, declaration] of exportedTables(withSecrets)) {
        const spool = join(folder, table)
        tables[table] = await spoolTable(writing, progress, snapshot, table, declaration, spool)
        await tar.stream(format.tableFile(table), (await stat(spool)).size, createReadStream(spool))
        if (!tablesWithFiles.includes(table)) await rm(spool)
      }
      return snapshot.position
    })
    const files = await writeFiles(writing, progress, tar, folder)
    const { written: all, missing } = files
    const manifest: format.Manifest = { tables, files: { written: all, missing } }
    await tar.file('manifest.json', `${JSON.stringify(manifest, null, 1)}\n`)
    await tar.end()
    await written
    const rowsOf = (table: string) => tables[table]?.rows ?? 0
    return {
      rows: Object.values(tables).reduce((sum, one) => sum + one.rows, 0),
      users: rowsOf('account'),
      channels: rowsOf('channel'),
      messages: rowsOf('message'),
      reactions: rowsOf('reaction'),
      uploads: files.uploads,
      custom_emoji: rowsOf('custom_emoji'),
      files: files.written,
      missing,
      position,
    }
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function noteOf({ org, withSecrets }: FullWriting, { position, lastIds }: Snapshot, now: Date): format.FormatNote {
  const { id, name, subdomain } = org.get(organizationCache)
  return {
    format: format.formatName,
    version: format.formatVersion,
    server: `Loquat ${version}`,
    made_at: now.toISOString(),
    secrets: withSecrets,
    position,
    organization: { id, subdomain, name, url: org.services.organizationUrl(subdomain) },
    last_ids: lastIds,
  }
}

const tablesWithFiles = ['organization', 'account', 'custom_emoji', 'attachment']

async function spoolTable(
  { withSecrets, signal, pageWritten, pageSize = rowsAtOnce }: FullWriting,
  progress: Progress,
  snapshot: Snapshot,
  name: string,
  table: ExportedTable,
  path: string,
): Promise<{ rows: number; sha256: string }> {
  const columns = columnsOf(table)
  const hash = createHash('sha256')
  const file = createWriteStream(path, { mode: 0o600 })
  const ended = finished(file)
  ended.catch(() => {})
  let rows = 0
  try {
    for await (const page of snapshot.pages(name, table, withSecrets, pageSize)) {
      signal?.throwIfAborted()
      const lines = page.map((row) => {
        const line: ArchiveRow = {}
        for (const [column, { out }] of columns)
          line[column] = out && row[column] !== null ? out(row[column], withSecrets) : row[column]
        return `${JSON.stringify(line)}\n`
      })
      const text = lines.join('')
      hash.update(text)
      if (!file.write(text)) await Promise.race([once(file, 'drain'), ended])
      rows += page.length
      await progress.rows(page.length)
      await pageWritten?.()
      await nextTurn()
    }
  } finally {
    file.end()
  }
  await ended
  return { rows, sha256: hash.digest('hex') }
}

async function writeFiles({ org, blobs, signal }: FullWriting, progress: Progress, tar: TarWriter, folder: string) {
  const files = { written: 0, uploads: 0, missing: 0 }
  const put = async (name: string, key: string, size?: number) => {
    signal?.throwIfAborted()
    if (size === undefined) {
      const bytes = await blobs.get(key)
      if (bytes) await tar.file(name, bytes)
      files[bytes ? 'written' : 'missing']++
      return
    }
    const stream: Readable | undefined = await blobs.stream(key)
    if (stream) await tar.stream(name, size, stream)
    files[stream ? 'written' : 'missing']++
    if (stream) files.uploads++
    await progress.file()
  }
  for await (const { pictures } of linesOf(join(folder, 'organization')))
    for (const file of Object.values(pictures as Record<string, string>))
      await put(format.pictureFile(file), pictureBlob(org.id, 'realm', file))
  for await (const { id, avatar_key } of linesOf(join(folder, 'account')))
    for (const size of avatar_key === null ? [] : (Object.keys(avatarSizes) as AvatarSize[]))
      await put(format.avatarFile(id as number, size), avatarBlob(avatar_key as string, size))
  for await (const { file, still_file } of linesOf(join(folder, 'custom_emoji')))
    for (const one of [file, still_file])
      if (typeof one === 'string') await put(format.emojiFile(one), pictureBlob(org.id, 'emoji', one))
  for await (const { id, path_id, size } of linesOf(join(folder, 'attachment')))
    await put(format.uploadFile(id as number), blobKey(path_id as string), size as number)
  return files
}

async function* linesOf(path: string): AsyncGenerator<ArchiveRow> {
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}
