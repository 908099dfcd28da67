import type { ChannelId, ConversationId } from '#contract'
import type { Tx } from '#platform/db'
import type { MarkdownContext } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import { uploadsNamed } from '../attachments/uploads-in-text.ts'
import { newestOfTopics } from './store/fetch-topics.ts'

/** References that need the database: rendering can't wait for them. */
type References = Pick<MarkdownContext, 'uploadedFile' | 'latestMessageOfTopic'>

/** Maximum topics looked up for one text; further links use the topic's name. */
const maxTopics = 50

const topicLink = /#\*\*([^*\n>]{1,120})>([^*\n]{0,120})\*\*/g

/** Looks up the files and topics of a text before it is rendered, with at most one statement for each kind. */
export async function lookUpReferences(
  { org, read }: { org: Organization; read<T>(work: (tx: Tx) => Promise<T>): Promise<T> },
  text: string,
  canRead: (channel: Channel) => boolean,
): Promise<References> {
  const uploadedFile = await uploadsNamed({ org, read }, text)
  const channels = org.get(channelsCache)
  const places = new Map<string, { conversationId: ConversationId; topic: string }>()
  // perf: almost no text has any
  const links = text.includes('#**') ? text.matchAll(topicLink) : []
  for (const [, name = '', topic = ''] of links) {
    const channel = channels.named(name)
    // in protected history, the sender may not be able to see the newest message
    if (!channel?.historyPublicToSubscribers || !canRead(channel)) continue
    places.set(keyOf(channel.id, topic), { conversationId: channel.conversationId, topic })
    if (places.size === maxTopics) break
  }
  if (places.size === 0) return { uploadedFile }
  const ids = await read((tx) => newestOfTopics(tx, [...places.values()]))
  const newest = new Map([...places.keys()].map((key, at) => [key, ids[at] ?? undefined]))
  return { uploadedFile, latestMessageOfTopic: (channelId, topic) => newest.get(keyOf(channelId, topic)) }
}

const keyOf = (channelId: ChannelId, topic: string) => `${channelId} ${topic}`
