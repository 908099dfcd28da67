import type { UserId } from '#contract'
import type { KeyedMirror, Organization } from '#platform/organization'
import { question } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import type { Placed } from './shared-files.ts'

interface Asking {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(mirror: KeyedMirror<V>, key: UserId): Promise<V>
}

type MayRead = (message: Placed) => boolean

/** A check for messages that the user can read. Call it before the request's transaction is opened. */
export const readableMessages = question(
  async (_asking: Asking): Promise<MayRead> =>
    () =>
      false,
)
