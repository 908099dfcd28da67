import { randomBytes } from 'node:crypto'
import { isAdministrator, uploadsPath } from '#contract'
import type { Mutation } from '#platform/organization'
import type { Context } from '#platform/serve'
import { removeBlobKeys } from '../../../messages/attachments/due.ts'
import { attachmentOptions } from '../../../messages/attachments/options.ts'
import { type AttachmentRow, attachmentsByPath } from '../../../messages/attachments/rows.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from '../api.ts'
import { serializeImport } from '../request-serialize.ts'
import * as store from '../request-store.ts'

export const maxKept = 50

interface WantedImport {
  readonly source: api.SourceName
  readonly file: string
  readonly dry_run: boolean
  readonly grant_roles: boolean
  readonly download: boolean
}

export const reportKey = ({ org_id, token }: Pick<store.RequestRow, 'org_id' | 'token'>): string =>
  `imports/${org_id}/${token}.txt`

/** The timer runs the import. */
export async function requestImport(ctx: Context, { file, ...wanted }: WantedImport): Promise<store.RequestRow> {
  const { maxImportMib } = attachmentOptions(ctx.server.config)
  if (maxImportMib === 0) throw api.importsOff()
  return ctx.transact(async (mutation) => {
    const archive = await ownUpload(mutation, file)
    if (archive.size > maxImportMib * 2 ** 20) throw api.archiveTooLarge({}, { limit: maxImportMib })
    if (await store.open(mutation.tx, mutation.org.id)) throw api.importUnderWay()
    const row = await store.insert(mutation.tx, {
      org_id: mutation.org.id,
      acting_user_id: mutation.viewer.id,
      ...wanted,
      path_id: archive.path_id,
      file_name: archive.name,
      size: archive.size,
      token: randomBytes(24).toString('base64url'),
      due_at: mutation.now,
      requested_at: mutation.now,
    })
    const gone = await store.removeOldest(mutation.tx, mutation.org.id, maxKept)
    await removeBlobKeys(mutation, gone.map(reportKey))
    announceImport(mutation, row)
    return row
  })
}

async function ownUpload(mutation: Mutation, url: string): Promise<AttachmentRow> {
  const path = url.startsWith(uploadsPath) ? decoded(url.slice(uploadsPath.length)) : undefined
  const [row] = path === undefined ? [] : await attachmentsByPath(mutation.tx, mutation.org.id, [path])
  if (row?.owner_id !== mutation.viewer.id) throw api.noSuchArchive()
  return row
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The process that runs it notices that it has ended, and stops. */
export async function stopImport(mutation: Mutation, id: number): Promise<void> {
  if (!(await store.find(mutation.tx, mutation.org.id, id))) throw api.noSuchImport()
  const row = await store.update(mutation.tx, id, { outcome: 'stopped', ended_at: mutation.now, due_at: null })
  if (!row) throw api.importEnded()
  announceImport(mutation, row)
}

export function announceImport(mutation: Mutation, row: store.RequestRow): void {
  const administrators = mutation
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
  mutation.emit(
    api.importChanged,
    { import: serializeImport(row) },
    administrators.map(({ id }) => id),
  )
}
