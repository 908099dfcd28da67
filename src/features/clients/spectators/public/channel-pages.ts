import { Html, html } from '#platform/html'
import { channelUrl } from '#platform/markdown'
import type { OpenContext, PageAnswer } from '#platform/serve'
import type { Channel } from '../../../channels/channels/channel.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { textsIn } from '../texts.ts'
import { nothingHere } from './absent-pages.ts'
import { openChannelIn, openChannelsByName, publicReader } from './access.ts'
import { channelPath, numberIn, publicPath, topicIn, topicPath, topicWord } from './addresses.ts'
import { excerpt, frameOf, publicText } from './message-text.ts'
import { beside, channelList, home, publicPage, topicList } from './page-html.ts'
import { newestTopics, type PlacedTopic, topicsByName } from './store.ts'

const channelsOnPage = 100
const topicsOnPage = 100
/** Number of the channel's newest messages from which the first topics are taken. */
const lookedThrough = 1_000

type Params = Readonly<Record<string, string>>

/** A description as HTML, and as plain text for search engines. */
function about(reader: Reader, rendered: string, otherwise: string) {
  const { html: made, text } = publicText(reader)(rendered)
  return { shown: html`<div class="text">${new Html(made)}</div>`, description: excerpt(text) || otherwise }
}

export async function allChannels(ctx: OpenContext, _params: Params, query: URLSearchParams): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const page = query.has('page') ? numberIn(query.get('page')) : 1
  if (!reader || page === undefined) return nothingHere(ctx)
  const all = openChannelsByName(reader)
  const channels = all.slice((page - 1) * channelsOnPage, page * channelsOnPage)
  if (page > 1 && channels.length === 0) return nothingHere(ctx)
  const { name, renderedDescription } = reader.org.get(organizationCache)
  const { language } = reader.org
  const { shown, description } = about(reader, renderedDescription, textsIn(language).conversations(name))
  const textOf = publicText(reader)
  const pathOf = (number: number) => (number === 1 ? publicPath : `${publicPath}?page=${number}`)
  const way = {
    previous: page > 1 ? pathOf(page - 1) : undefined,
    next: all.length > page * channelsOnPage ? pathOf(page + 1) : undefined,
  }
  const listed = channels.map((channel) => ({
    name: channel.name,
    path: channelPath(channel),
    description: textOf(channel.renderedDescription).html,
  }))
  return publicPage({
    ...frameOf(ctx, reader),
    ...way,
    title: page === 1 ? name : textsIn(language).page(name, page),
    description,
    path: pathOf(page),
    feed: `${publicPath}feed`,
    above: page === 1 ? [] : [home(name)],
    place: '/',
    isListed: page === 1,
    body: html`${channelList(language, page === 1 ? shown : html``, listed)}
${beside(language, way)}`,
  })
}

const listedTopics = (channel: Channel, topics: readonly PlacedTopic[]) =>
  topics.map(({ name, newest_at }) => ({ name, path: topicPath(channel, name), newestAt: newest_at }))

export async function channelPage(ctx: OpenContext, { channel: part }: Params): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const channel = reader && openChannelIn(reader, part)
  if (!channel) return nothingHere(ctx)
  const topics = await ctx.read((tx) => newestTopics(tx, channel.conversationId, lookedThrough))
  const frame = frameOf(ctx, reader)
  const { organization, language } = frame
  const texts = textsIn(language)
  const otherwise = texts.conversationsIn(organization, `# ${channel.name}`)
  const { shown, description } = about(reader, channel.renderedDescription, otherwise)
  const path = channelPath(channel)
  const ways = html`<nav class="pages" aria-label="${texts.topics}"><a href="${path}/topics">${texts.allTopicsByName}</a></nav>`
  return publicPage({
    ...frame,
    title: `# ${channel.name}`,
    description,
    path,
    feed: `${path}/feed`,
    above: [home(organization)],
    place: channelUrl(channel),
    isListed: true,
    body: topicList(language, shown, listedTopics(channel, topics.slice(0, topicsOnPage)), ways),
  })
}

export async function topicsPage(ctx: OpenContext, params: Params, query: URLSearchParams): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const channel = reader && openChannelIn(reader, params.channel)
  const from = query.has('from') ? topicIn(query.get('from') ?? '') : ''
  if (!channel || from === undefined) return nothingHere(ctx)
  const { conversationId } = channel
  const { found, before } = await ctx.read(async (tx) => ({
    found: await topicsByName(tx, conversationId, from, 'from', topicsOnPage + 1),
    before: from === '' ? [] : await topicsByName(tx, conversationId, from, 'before', topicsOnPage + 1),
  }))
  if (found.length === 0 && query.has('from')) return nothingHere(ctx)
  const path = `${channelPath(channel)}/topics`
  const pathFrom = (topic: string) => `${path}?${new URLSearchParams({ from: topicWord(topic) })}`
  const next = found[topicsOnPage]
  const first = before[topicsOnPage - 1]
  const way = {
    previous: before.length === 0 ? undefined : before.length > topicsOnPage && first ? pathFrom(first.name) : path,
    next: next && pathFrom(next.name),
  }
  const frame = frameOf(ctx, reader)
  const texts = textsIn(frame.language)
  return publicPage({
    ...frame,
    ...way,
    title: texts.allTopics,
    description: texts.topicsOf(`# ${channel.name}`),
    path: before.length === 0 ? path : pathFrom(found[0]?.name ?? ''),
    feed: `${channelPath(channel)}/feed`,
    above: [home(frame.organization), [`# ${channel.name}`, channelPath(channel)]],
    place: channelUrl(channel),
    isListed: false,
    body: topicList(
      frame.language,
      html``,
      listedTopics(channel, found.slice(0, topicsOnPage)),
      beside(frame.language, way),
    ),
  })
}
