import { type ConversationId, dayMs, type MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation, Organization } from '#platform/organization'
import { oldestReaches } from '#platform/timer'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { type Held, heldIn } from '../../legal-holds/access.ts'
import { maxAtOnce, removeMessages } from '../actions/delete.ts'
import {
  anyArchivedBefore,
  expiredDirects,
  expiredIn,
  isDecided,
  type KeptArchive,
  purgeArchive,
} from '../store/archive.ts'

const forever = -1

/** Some of the oldest messages past the retention time of the organization or their channel. */
async function expired(tx: Tx, org: Organization | Mutation, orgId: number, now: Date): Promise<MessageId[]> {
  const held = await heldIn(tx, orgId)
  if (held.everything) return []
  const days = settingsOf(org).message_retention_days
  const cutoff = (kept: number) => new Date(now.getTime() - kept * dayMs)
  const conversations: ConversationId[] = []
  const before: Date[] = []
  for (const channel of org.get(channelsCache).byId.values()) {
    const kept = channel.messageRetentionDays ?? days
    if (kept === forever || held.channels.has(channel.id)) continue
    conversations.push(channel.conversationId)
    before.push(cutoff(kept))
  }
  const found = conversations.length > 0 ? await expiredIn(tx, conversations, before, held.people, maxAtOnce) : []
  if (found.length >= maxAtOnce || days === forever) return found
  return [...found, ...(await expiredDirects(tx, orgId, cutoff(days), held.people, maxAtOnce - found.length))]
}

export const expires = (org: Organization): boolean =>
  settingsOf(org).message_retention_days !== forever ||
  [...org.get(channelsCache).byId.values()].some(
    ({ messageRetentionDays }) => (messageRetentionDays ?? forever) !== forever,
  )

export const oldestDeletedGoes = (org: Organization, keptDays: number): Promise<Date | null> =>
  oldestReaches(org, { table: 'deleted_message', column: 'deleted_at', only: isDecided }, keptDays * dayMs)

export async function expireMessages(org: Organization): Promise<void> {
  for (;;) {
    const found = await org.db.read((tx) => expired(tx, org, org.id, org.now()))
    if (found.length === 0) return
    await org.transact(null, async (mutation) => {
      // check again in the transaction: a message may have moved to where it is kept
      await removeMessages(mutation, await expired(mutation.tx, mutation, org.id, mutation.now), null)
    })
  }
}

/** Purges messages that were deleted more than so many days ago and are under no legal hold. */
export async function purgeDeleted(org: Organization, keptDays: number): Promise<void> {
  const before = new Date(org.now().getTime() - keptDays * dayMs)
  const kept = async (tx: Tx) => keptIn(org, await heldIn(tx, org.id))
  const isAny = await org.db.read(async (tx) => {
    const held = await kept(tx)
    return held !== 'everything' && (await anyArchivedBefore(tx, org.id, before, held))
  })
  if (!isAny) return
  await org.transact(null, async (mutation) => {
    const held = await kept(mutation.tx)
    if (held !== 'everything') await purgeArchive(mutation.tx, org.id, before, held)
  })
}

const keptIn = (org: Organization, { everything, channels, people }: Held): KeptArchive | 'everything' => {
  if (everything) return 'everything'
  const all = org.get(channelsCache).byId
  return { people, conversations: [...channels].flatMap((id) => all.get(id)?.conversationId ?? []) }
}
