import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { actorOf } from '../../../people/organization/access.ts'
import * as api from '../api/send.ts'
import { canCallMany, isCrowd, leastOfCrowd } from '../send-rules.ts'
import { topicParticipants } from '../store/messages.ts'
import { countSubscribers } from '../store/receivers.ts'

/** Throws if the sender can't use a wildcard mention with so many recipients; called for sending and editing. */
export async function checkWildcards(
  mutation: Mutation,
  channel: Channel,
  topic: string,
  rendered: Rendered,
): Promise<void> {
  if (!rendered.channelWildcard && !rendered.topicWildcard) return
  if (canCallMany.allows(actorOf(mutation.org, mutation.viewer))) return
  if (rendered.channelWildcard) {
    const subscribers = await countSubscribers(mutation.tx, channel.id, leastOfCrowd)
    if (isCrowd(subscribers)) throw api.channelWildcardRefused()
  }
  if (rendered.topicWildcard) {
    const participants = await topicParticipants(mutation.tx, channel.conversationId, channel.id, topic)
    if (isCrowd(participants.length)) throw api.topicWildcardRefused()
  }
}
