import type { UserId } from '#contract'
import type { KeyedCache, Organization } from '#platform/organization'
import { extensionPoint } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Placed } from './shared-files.ts'

interface AttachmentContext {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(cache: KeyedCache<V>, key: UserId): Promise<V>
}

type CanRead = (message: Placed) => boolean

/** A check for messages that the user can read. Call it before the request's transaction is opened. */
export const readableMessages = extensionPoint(
  async (_asking: AttachmentContext): Promise<CanRead> =>
    () =>
      false,
)
