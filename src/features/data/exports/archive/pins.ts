import type { ChannelId } from '#contract'
import { type Tx, unhurried } from '#platform/db'
import type { InScope } from './scope.ts'
import * as store from './store.ts'
import type { TarWriter } from './tar.ts'
import type { Writing } from './write.ts'

const pinsPerFile = 500

type Page = (
  tx: Tx,
  channelIds: readonly ChannelId[],
  after: number,
  limit: number,
) => Promise<(store.Pin & { id: number })[]>

/** Shared pins of the exported channels, up to a message; personal pins are never exported. */
export async function writePins(
  { org, signal, perFile = pinsPerFile }: Writing,
  tar: TarWriter,
  scope: readonly InScope[],
  upTo: number,
): Promise<void> {
  // channels with protected history have no shared pins
  const channelIds = scope.filter(({ ranges }) => ranges === null).map(({ channel }) => channel.id)
  const kinds: Record<string, Page> = {
    topics: store.pinnedTopics,
    messages: (tx, ids, after, limit) => store.pinnedMessages(tx, ids, upTo, after, limit),
  }
  for (const [kind, page] of Object.entries(kinds)) {
    let last = 0
    for (let number = 1; ; number++) {
      signal?.throwIfAborted()
      const rows = await org.db.read((tx) => page(tx, channelIds, last, perFile), unhurried)
      if (rows.length === 0) break
      const pins = rows.map(({ id: _, ...pin }) => pin)
      await tar.file(`pins/${kind}/${String(number).padStart(6, '0')}.json`, `${JSON.stringify(pins, null, 1)}\n`)
      if (rows.length < perFile) break
      last = rows.at(-1)?.id ?? last
    }
  }
}
