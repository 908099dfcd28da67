import { type OpenContext, type PageAnswer, PublicDocument } from '#platform/serve'
import { nothingHere } from './absent-pages.ts'
import { openChannels, publicReader } from './access.ts'
import { channelPath, entryPath, linkPath, publicPath, searchPath, sitemapPath, topicPath } from './addresses.ts'
import { siteUrl } from './message-text.ts'
import { extentOf, topicsNewestWithin } from './store.ts'
import { sitemap, sitemapIndex } from './xml.ts'

/** What search engines take of one map. */
const mostParts = 50_000
const mostPages = 50_000
/** So many message ids are looked through for topics in one part, so that none costs more than another. */
const idsInPart = 5_000

const partPath = (part: string | number): string => `${publicPath}sitemap/${part}.xml`

type Params = Readonly<Record<string, string>>

/** Says to programs that read by themselves what they may. */
export async function robots(ctx: OpenContext): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const { basePath } = ctx.server
  const lines = reader
    ? [
        ...[publicPath, '/static/', '/user_uploads/'].map((path) => `Allow: ${basePath}${path}`),
        // they lead to pages that have an address of their own, or show what others ask for
        ...[`${publicPath}message/`, searchPath, linkPath, entryPath].map((path) => `Disallow: ${basePath}${path}`),
        `Disallow: ${basePath}/`,
        '',
        `Sitemap: ${siteUrl(ctx, reader)}${sitemapPath}`,
      ]
    : [`Disallow: ${basePath}/`]
  return new PublicDocument('text/plain; charset=utf-8', `${['User-agent: *', ...lines].join('\n')}\n`, false)
}

/** The parts of the map: the channels, and topics by where in the history their newest messages are. */
export async function mapOfMaps(ctx: OpenContext): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  if (!reader) return nothingHere(ctx)
  const conversations = openChannels(reader).map(({ conversationId }) => conversationId)
  const { oldest, newest } = await ctx.read((tx) => extentOf(tx, conversations))
  const site = siteUrl(ctx, reader)
  const parts = ['channels', ...(oldest === null || newest === null ? [] : partsBetween(oldest, newest))]
  return sitemapIndex(parts.map((part) => ({ url: site + partPath(part) })))
}

/** The newest first; what is too old for so many is left out. */
function partsBetween(oldest: number, newest: number): number[] {
  const last = Math.floor(newest / idsInPart)
  const count = Math.min(last - Math.floor(oldest / idsInPart) + 1, mostParts - 1)
  return Array.from({ length: count }, (_, at) => last - at)
}

/** One part of the map. */
export async function partOfMap(ctx: OpenContext, { part = '' }: Params): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const [, number] = /^(\d{1,12}|channels)\.xml$/.exec(part) ?? []
  if (!reader || number === undefined) return nothingHere(ctx)
  const site = siteUrl(ctx, reader)
  const channels = openChannels(reader)
  if (number === 'channels') {
    const paths = [publicPath, ...channels.map(channelPath)].slice(0, mostPages)
    return sitemap(paths.map((path) => ({ url: site + path })))
  }
  const from = Number(number) * idsInPart
  const byConversation = new Map(channels.map((channel) => [channel.conversationId, channel]))
  const topics = await ctx.read((tx) => topicsNewestWithin(tx, [...byConversation.keys()], from, from + idsInPart))
  return sitemap(
    topics.flatMap(({ conversation_id, name, newest_at }) => {
      const channel = byConversation.get(conversation_id)
      return channel ? [{ url: site + topicPath(channel, name), changedAt: newest_at }] : []
    }),
  )
}
