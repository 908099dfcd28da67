import { type ConversationId, dayMs, type MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Act, Organization } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { mostAtOnce, removeMessages } from '../actions/delete.ts'
import { anyArchivedBefore, expiredDirects, expiredIn, purgeArchive } from '../store/archive.ts'

const forever = -1

/** Messages that the organization, or their channel, keeps no longer: some of the oldest. */
async function expired(tx: Tx, org: Organization | Act, orgId: number, now: Date): Promise<MessageId[]> {
  const days = settingsOf(org).message_retention_days
  const cutoff = (kept: number) => new Date(now.getTime() - kept * dayMs)
  const conversations: ConversationId[] = []
  const before: Date[] = []
  for (const channel of org.get(channelsMirror).byId.values()) {
    const kept = channel.messageRetentionDays ?? days
    if (kept === forever) continue
    conversations.push(channel.conversationId)
    before.push(cutoff(kept))
  }
  const found = conversations.length > 0 ? await expiredIn(tx, conversations, before, mostAtOnce) : []
  if (found.length >= mostAtOnce || days === forever) return found
  return [...found, ...(await expiredDirects(tx, orgId, cutoff(days), mostAtOnce - found.length))]
}

/** Deletes what is kept no longer, a little at a time. */
export async function expireMessages(org: Organization): Promise<void> {
  for (;;) {
    const found = await org.db.read((tx) => expired(tx, org, org.id, org.now()))
    if (found.length === 0) return
    await org.write(null, async (act) => {
      // asked again inside: a message may have moved to where it is kept
      await removeMessages(act, await expired(act.tx, act, org.id, act.now), null)
    })
  }
}

/** Forgets for good what was deleted before so many days. */
export async function purgeDeleted(org: Organization, keptDays: number): Promise<void> {
  const before = new Date(org.now().getTime() - keptDays * dayMs)
  if (!(await org.db.read((tx) => anyArchivedBefore(tx, org.id, before)))) return
  await org.write(null, (act) => purgeArchive(act.tx, org.id, before))
}
