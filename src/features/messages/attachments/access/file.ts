import { noSuchOrganization } from '#contract'
import type { Context, OpenContext } from '#platform/serve'
import { type AttachmentRow, attachmentsByPath } from '../rows.ts'
import { noSuchFile } from '../upload-api.ts'
import { readableMessages } from './readable-messages.ts'
import { canFetchFile } from './shared-files.ts'

/** The file, if the viewer uploaded it or can read a message that links to it. */
export async function readableFile(ctx: Context, pathId: string): Promise<AttachmentRow> {
  const canRead = await readableMessages(ctx)
  return ctx.read(async (tx) => {
    const [row] = await attachmentsByPath(tx, ctx.org.id, [pathId])
    if (!row) throw noSuchFile()
    if (!(await canFetchFile(tx, row, ctx.viewer.id, canRead))) throw noSuchFile()
    return row
  })
}

export function organizationOf({ maybeOrg }: OpenContext) {
  if (!maybeOrg) throw noSuchOrganization()
  return maybeOrg
}
