import { asMessageId } from '#contract'
import type { OpenContext, PageAnswer } from '#platform/serve'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { fetchMessages } from '../../../messages/messages/serialize/fetched-message.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { nothingHere } from './absent-pages.ts'
import { openChannelIn, openChannels, publicReader } from './access.ts'
import { channelPath, messagePath, publicPath } from './addresses.ts'
import { publicText, publicTexts, siteUrl } from './message-text.ts'
import { placeOf, shownMessage } from './shown-message.ts'
import { filesOf, newestMessages } from './store.ts'
import { atomFeed } from './xml.ts'

const entriesInFeed = 30

interface Fed {
  readonly channels: readonly Channel[]
  readonly title: string
  /** The page that the feed is about, and the feed; root-relative. */
  readonly page: string
  readonly path: string
}

async function feed(ctx: OpenContext, reader: Reader, { channels, title, page, path }: Fed): Promise<PageAnswer> {
  const conversations = channels.map(({ conversationId }) => conversationId)
  const { messages, files } = await ctx.read(async (tx) => {
    const ids = await newestMessages(tx, conversations, entriesInFeed)
    const messages = await fetchMessages(tx, reader, ids, { applyMarkdown: true, emptyTopic: true, searches: [] })
    return { messages: messages.reverse(), files: await filesOf(tx, ids) }
  })
  const site = siteUrl(ctx, reader)
  const { createdAt } = reader.org.get(organizationCache)
  // stable when a message is moved, or when the server moves to another path of its host
  const tag = `tag:${new URL(site).hostname},${createdAt.toISOString().slice(0, 10)}:`
  const texts = await publicTexts(
    messages.map(({ content }) => content),
    publicText(reader, files, site),
  )
  return atomFeed({
    id: `${tag}${page}`,
    title,
    url: site + path,
    page: site + page,
    startedAt: createdAt,
    entries: messages.map((message, at) => {
      const { sender, sentAt, content } = shownMessage(reader, message, texts[at]?.html ?? '')
      const edited = message.last_edit_timestamp
      return {
        id: `${tag}message-${message.id}`,
        title: placeOf(message),
        url: site + messagePath(asMessageId(message.id)),
        author: sender,
        sentAt,
        updatedAt: edited === undefined ? sentAt : new Date(edited * 1000),
        content,
      }
    }),
  })
}

type Params = Readonly<Record<string, string>>

export async function feedOfAll(ctx: OpenContext): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  if (!reader) return nothingHere(ctx)
  const title = reader.org.get(organizationCache).name
  return feed(ctx, reader, { channels: openChannels(reader), title, page: publicPath, path: `${publicPath}feed` })
}

export async function feedOfChannel(ctx: OpenContext, { channel: part }: Params): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const channel = reader && openChannelIn(reader, part)
  if (!channel) return nothingHere(ctx)
  const title = `# ${channel.name} · ${reader.org.get(organizationCache).name}`
  const page = channelPath(channel)
  return feed(ctx, reader, { channels: [channel], title, page, path: `${page}/feed` })
}
