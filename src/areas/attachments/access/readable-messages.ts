import type { UserId } from '#contract'
import type { KeyedMirror, Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Placed } from './shared-files.ts'

interface Asking {
  readonly org: Organization
  readonly viewer: Viewer
  fetch<V>(mirror: KeyedMirror<V>, key: UserId): Promise<V>
}

/** Which messages somebody may read; to be asked before a request's transaction is opened. */
type ReadableMessages = (asking: Asking) => Promise<(message: Placed) => boolean>

let find: ReadableMessages = async () => () => false

/** Called once, by the area that knows: nobody reads a message before. */
export function provideReadableMessages(provider: ReadableMessages): void {
  find = provider
}

export const readableMessages: ReadableMessages = (asking) => find(asking)
