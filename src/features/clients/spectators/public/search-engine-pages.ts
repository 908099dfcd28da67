import { type OpenContext, type PageAnswer, PublicDocument } from '#platform/serve'
import { nothingHere } from './absent-pages.ts'
import { openChannels, publicReader } from './access.ts'
import { channelPath, entryPath, linkPath, publicPath, searchPath, sitemapPath, topicPath } from './addresses.ts'
import { siteUrl } from './message-text.ts'
import { extentOf, topicsNewestWithin } from './store.ts'
import { sitemap, sitemapIndex } from './xml.ts'

/** Search engines' limits for a sitemap. */
const maxParts = 50_000
const maxPages = 50_000
/** Message IDs to scan for topics in one part, so that each costs about the same. */
const idsInPart = 5_000

const partPath = (part: string | number): string => `${publicPath}sitemap/${part}.xml`

type Params = Readonly<Record<string, string>>

/** robots.txt. */
export async function robots(ctx: OpenContext): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const { basePath } = ctx.server
  const lines = reader
    ? [
        ...[publicPath, '/static/', '/user_uploads/'].map((path) => `Allow: ${basePath}${path}`),
        // these redirect to canonical pages, or depend on queries
        ...[`${publicPath}message/`, searchPath, linkPath, entryPath].map((path) => `Disallow: ${basePath}${path}`),
        `Disallow: ${basePath}/`,
        '',
        `Sitemap: ${siteUrl(ctx, reader)}${sitemapPath}`,
      ]
    : [`Disallow: ${basePath}/`]
  return new PublicDocument('text/plain; charset=utf-8', `${['User-agent: *', ...lines].join('\n')}\n`, false)
}

/** The sitemap index: channels, and topics by the ID range of their newest messages. */
export async function mapOfMaps(ctx: OpenContext): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  if (!reader) return nothingHere(ctx)
  const conversations = openChannels(reader).map(({ conversationId }) => conversationId)
  const { oldest, newest } = await ctx.read((tx) => extentOf(tx, conversations))
  const site = siteUrl(ctx, reader)
  const parts = ['channels', ...(oldest === null || newest === null ? [] : partsBetween(oldest, newest))]
  return sitemapIndex(parts.map((part) => ({ url: site + partPath(part) })))
}

/** Newest first; leaves out the oldest above the limit. */
function partsBetween(oldest: number, newest: number): number[] {
  const last = Math.floor(newest / idsInPart)
  const count = Math.min(last - Math.floor(oldest / idsInPart) + 1, maxParts - 1)
  return Array.from({ length: count }, (_, at) => last - at)
}

export async function partOfMap(ctx: OpenContext, { part = '' }: Params): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const [, number] = /^(\d{1,12}|channels)\.xml$/.exec(part) ?? []
  if (!reader || number === undefined) return nothingHere(ctx)
  const site = siteUrl(ctx, reader)
  const channels = openChannels(reader)
  if (number === 'channels') {
    const paths = [publicPath, ...channels.map(channelPath)].slice(0, maxPages)
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
