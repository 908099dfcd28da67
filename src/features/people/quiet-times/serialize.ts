import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import * as store from './store.ts'
import type { QuietDigest } from './wire.ts'

export async function serializeDigest(tx: Tx, userId: UserId): Promise<QuietDigest | null> {
  const digest = (await store.digests(tx, [userId])).get(userId)
  return digest ? store.digestToWire(digest) : null
}
