import { topicUrl } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import type { Channel } from '../../channels/channels/channel.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { deleteWritten } from '../messages/actions/delete-written.ts'
import { sendAsBot } from '../messages/actions/notices.ts'
import { textsIn } from './texts.ts'

/**
 * Fills an organization's first channel with self-explanatory topics that arrive as read. Returns the path of
 * the one to start with.
 */
export async function writeSampleTopics(mutation: Mutation, channel: Channel): Promise<string> {
  const { name } = mutation.get(organizationCache)
  const { tryOut, topics, hello } = textsIn(mutation.org.language).samples
  const write = (topic: string, text: string) =>
    sendAsBot(mutation, 'welcome-bot', { kind: 'channel', channel }, topic, text, { unreadOnlyFor: new Set() })
  await write(tryOut.topic, tryOut.text)
  await write(topics.topic, topics.text)
  const id = await write(hello.topic, hello.text(name.replaceAll('*', '')))
  return topicUrl(channel, hello.topic, { with: id })
}

/** Deletes what the Welcome Bot wrote in channels. */
export async function removeSampleTopics(mutation: Mutation): Promise<void> {
  const bot = mutation.get(peopleCache).systemBot('welcome-bot')
  const where = { publicChannels: true, privateChannels: true, directConversations: false }
  await deleteWritten(mutation, bot, where, { after: 0, isMore: true })
}
