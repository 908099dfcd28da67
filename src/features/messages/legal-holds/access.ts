import type { ChannelId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import * as store from './store.ts'

export interface Held {
  readonly everything: boolean
  readonly channels: ReadonlySet<ChannelId>
  /** Their messages, and the direct conversations they're in. */
  readonly people: readonly UserId[]
}

export async function heldIn(tx: Tx, orgId: number): Promise<Held> {
  const holds = await store.list(tx, orgId)
  return {
    everything: holds.some(({ channel_id, user_id }) => channel_id === null && user_id === null),
    channels: new Set(holds.flatMap(({ channel_id }) => channel_id ?? [])),
    people: holds.flatMap(({ user_id }) => user_id ?? []),
  }
}
