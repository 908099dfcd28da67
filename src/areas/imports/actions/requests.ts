import { randomBytes } from 'node:crypto'
import { isAdministrator, uploadsPath } from '#contract'
import type { Act } from '#platform/organization'
import type { Context } from '#platform/serve'
import { removeBlobKeys } from '../../attachments/due.ts'
import { attachmentOptions } from '../../attachments/options.ts'
import { type AttachmentRow, attachmentsByPath } from '../../attachments/rows.ts'
import { peopleMirror } from '../../users/mirror.ts'
import * as api from '../api.ts'
import { presentImport } from '../request-present.ts'
import * as store from '../request-store.ts'

export const mostKept = 50

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
  return ctx.write(async (act) => {
    const archive = await ownUpload(act, file)
    if (archive.size > maxImportMib * 2 ** 20) throw api.archiveTooLarge({}, { limit: maxImportMib })
    if (await store.open(act.tx, act.org.id)) throw api.importUnderWay()
    const row = await store.insert(act.tx, {
      org_id: act.org.id,
      acting_user_id: act.viewer.id,
      ...wanted,
      path_id: archive.path_id,
      file_name: archive.name,
      size: archive.size,
      token: randomBytes(24).toString('base64url'),
      due_at: act.now,
      requested_at: act.now,
    })
    const gone = await store.removeOldest(act.tx, act.org.id, mostKept)
    await removeBlobKeys(act, gone.map(reportKey))
    tellOfImport(act, row)
    return row
  })
}

async function ownUpload(act: Act, url: string): Promise<AttachmentRow> {
  const path = url.startsWith(uploadsPath) ? decoded(url.slice(uploadsPath.length)) : undefined
  const [row] = path === undefined ? [] : await attachmentsByPath(act.tx, act.org.id, [path])
  if (row?.owner_id !== act.viewer.id) throw api.noSuchArchive()
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
export async function stopImport(act: Act, id: number): Promise<void> {
  if (!(await store.find(act.tx, act.org.id, id))) throw api.noSuchImport()
  const row = await store.update(act.tx, id, { outcome: 'stopped', ended_at: act.now, due_at: null })
  if (!row) throw api.importEnded()
  tellOfImport(act, row)
}

export function tellOfImport(act: Act, row: store.RequestRow): void {
  const administrators = act
    .get(peopleMirror)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
  act.emit(
    api.importChanged,
    { import: presentImport(row) },
    administrators.map(({ id }) => id),
  )
}
