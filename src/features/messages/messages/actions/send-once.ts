import { dayMs } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Repeated } from '#platform/serve'
import { oldestReaches } from '#platform/timer'
import { insertKey, messageUnder, removeKeys } from '../store/keys.ts'
import { type Outgoing, type Sent, sendMessage } from './send.ts'

/** How long a client can safely resend a message. */
const keptMs = 7 * dayMs

/** Acts are serialized across processes, so the second of two concurrent requests finds the first one's message. */
export async function sendOnce(
  mutation: Mutation,
  outgoing: Outgoing,
  key: string,
): Promise<Pick<Sent, 'id' | 'automaticPolicy'> & { outgoing?: Outgoing }> {
  const { tx, org, now } = mutation
  const user_id = outgoing.sender.id
  const known = await messageUnder(tx, user_id, key)
  if (known !== undefined) return { id: known }
  const sent = await sendMessage(mutation, outgoing)
  await insertKey(tx, { org_id: org.id, user_id, key, message_id: sent.id, sent_at: now })
  return sent
}

export const forgetKeys: Repeated = {
  name: 'message keys',
  everySecs: 3_600,
  run: (org: Organization) =>
    org.db.transaction(async (tx) => void (await removeKeys(tx, org.id, new Date(org.now().getTime() - keptMs)))),
  ages: (org) => oldestReaches(org, { table: 'message_key', column: 'sent_at' }, keptMs),
}
