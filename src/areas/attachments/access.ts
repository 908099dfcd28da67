import { noSuchOrganization } from '#contract'
import type { Act } from '#platform/organization'
import type { Context, OpenContext } from '#platform/serve'
import { canReadMessage, readerOf } from '../messages/access/reader.ts'
import { mayHave, type Placed } from './actions/sharing.ts'
import { type AttachmentRow, attachmentsByPath } from './rows.ts'
import { noSuchFile } from './upload-api.ts'

/** The file, if the viewer uploaded it or may read a message that holds it. */
export async function readableFile(ctx: Context, pathId: string): Promise<AttachmentRow> {
  const reader = await readerOf(ctx)
  return ctx.read(async (tx) => {
    const [row] = await attachmentsByPath(tx, ctx.org.id, [pathId])
    if (!row) throw noSuchFile()
    if (!(await mayHave(tx, row, ctx.viewer.id, (message) => canReadMessage(reader, message)))) throw noSuchFile()
    return row
  })
}

export function organizationOf({ maybeOrg }: OpenContext) {
  if (!maybeOrg) throw noSuchOrganization()
  return maybeOrg
}

/** What somebody may read, for the question which files that person may pass on. */
export async function readableBy(act: Act, userId: number): Promise<(message: Placed) => boolean> {
  const viewer = act.org.viewer(userId)
  if (!viewer) return () => false
  const reader = await readerOf({ org: act.org, viewer, fetch: (mirror, key) => act.fetch(mirror, key) })
  return (message) => canReadMessage(reader, message)
}
