import { noSuchOrganization, type UserId } from '#contract'
import type { Tx } from '#platform/db'
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

/** Whether the viewer can fetch a file that they can't read a message with: moderators review files of held and hidden messages. */
export const isUnderReview = extensionPoint(
  async (
    _tx: Tx,
    _reviewer: Pick<AttachmentContext, 'org' | 'viewer'>,
    _file: AttachmentRow,
    _canRead: CanRead,
  ): Promise<boolean> => false,
)

/** The file, if the viewer uploaded it, can read a message that links to it, or reviews it. */
export async function readableFile(ctx: Context, pathId: string): Promise<AttachmentRow> {
  const canRead = await readableMessages(ctx)
  return ctx.read(async (tx) => {
    const [row] = await attachmentsByPath(tx, ctx.org.id, [pathId])
    if (!row) throw noSuchFile()
    if (await canFetchFile(tx, row, ctx.viewer.id, canRead)) return row
    if (await isUnderReview(tx, ctx, row, canRead)) return row
    throw noSuchFile()
  })
}

export function organizationOf({ maybeOrg }: OpenContext) {
  if (!maybeOrg) throw noSuchOrganization()
  return maybeOrg
}
