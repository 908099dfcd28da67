import type { Tx } from '#platform/db'
import type { Server } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { meetingProvider } from './provider.ts'
import * as store from './store.ts'

/** Whether the user connected a meeting provider, under each name that clients know. */
export async function serializeTokens(tx: Tx, viewer: Viewer, { config }: Server) {
  const provider = meetingProvider(config)
  // perf: no statement without a provider
  const value = provider !== undefined && (await store.has(tx, viewer.id))
  return {
    has_meetingprovider_token: value,
    has_zoom_token: value && provider.wireName === 'zoom',
    has_webex_token: value && provider.wireName === 'webex',
  }
}
