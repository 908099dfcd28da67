import { noSuchOrganization, type UserId } from '#contract'
import type { KeyedCache, Organization } from '#platform/organization'
import { type Context, extensionPoint, type OpenContext } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { type AttachmentRow, attachmentsByPath } from '../rows.ts'
import { noSuchFile } from '../upload-api.ts'
import { canFetchFile, type Placed } from './shared-files.ts'

interface AttachmentContext {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

type CanRead = (message: Placed) => boolean

/** A check for messages that the user can read. Call it before the request's transaction is opened. */
export const readableMessages = extensionPoint(
  async (_request: AttachmentContext): Promise<CanRead> =>
    () =>
      false,
)

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
