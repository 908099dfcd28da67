import type { Tx } from '#platform/db'
import type { Channel } from '../../../../channels/channels/channel.ts'
import { newestInTopic, readableMessageFacts } from '../../../../messages/messages/access/readable.ts'
import { bareTopic, isResolved, resolvedMark } from '../../../../messages/messages/topics.ts'
import type { Cause } from '../../cause.ts'

/** A topic's name now. It has the mark if the topic was resolved and has no newer messages under the other name. */
async function currentTopic(tx: Tx, channel: Channel, topic: string): Promise<string> {
  const bare = bareTopic(topic)
  const resolved = resolvedMark + bare
  const [newest] = await newestInTopic(tx, channel, bare, 1)
  const [newestResolved] = await newestInTopic(tx, channel, resolved, 1)
  if (!newest && !newestResolved) return topic
  return newestResolved && newestResolved.id > (newest?.id ?? 0) ? resolved : bare
}

/** Where the run was triggered: the topic in which the message is now, or the one of the command. */
export async function currentTopicOfCause(tx: Tx, cause: Cause | undefined): Promise<string | undefined> {
  if (!cause?.channel) return undefined
  if (!cause.message) return cause.topic === undefined ? undefined : currentTopic(tx, cause.channel, cause.topic)
  const [message] = await readableMessageFacts(tx, cause.message.org_id, [cause.message.id])
  return message?.topic
}

export const isTopicResolved = async (tx: Tx, channel: Channel, topic: string): Promise<boolean> =>
  isResolved(await currentTopic(tx, channel, topic))
