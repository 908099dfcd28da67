import { setImmediate as nextTurn } from 'node:timers/promises'
import { asMessageId } from '#contract'
import type { OpenContext } from '#platform/serve'
import { messageHtml, type Surroundings } from '../../../data/exports/public.ts'
import { uploadUrl } from '../../../messages/attachments/paths.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { rulesOf } from '../../../people/community-rules/cache.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { pictureUrl } from '../../../people/organization/picture.ts'
import { isOpenToAnyone } from '../../../people/organization/sign-in-methods.ts'
import { openChannel, openChannelsByName } from './access.ts'
import { channelPath, messagePath, topicPath } from './addresses.ts'

const noFiles: ReadonlySet<string> = new Set()

/**
 * Sanitizes HTML of messages and descriptions for the public: no scripts, nothing from other servers, only files that
 * the messages link to, and only links to public places.
 */
export function publicText(
  reader: Reader,
  files = noFiles,
  root = '',
): (rendered: string) => ReturnType<typeof messageHtml> {
  const around: Surroundings = {
    upload: (pathId, thumbnail) => {
      if (!files.has(pathId)) return undefined
      if (thumbnail === undefined) return `${root}${uploadUrl(pathId)}`
      return `${root}${uploadUrl(pathId, 'thumbnail/')}/${encodeURIComponent(thumbnail)}`
    },
    emoji: (file) => `${root}${pictureUrl(reader.org.id, 'emoji', file)}`,
    conversation: (channelId, topic, messageId) => {
      const channel = openChannel(reader, channelId)
      if (!channel) return undefined
      if (messageId !== null) return `${root}${messagePath(asMessageId(messageId))}`
      return `${root}${topic === null ? channelPath(channel) : topicPath(channel, topic)}`
    },
  }
  return (rendered) => messageHtml(rendered, around)
}

/** Sanitize at most this many characters in one go, so that other requests can run. */
const charactersInPiece = 200_000

export async function publicTexts(
  contents: readonly string[],
  textOf: ReturnType<typeof publicText>,
): Promise<ReturnType<typeof messageHtml>[]> {
  const texts: ReturnType<typeof messageHtml>[] = []
  let characters = 0
  for (const content of contents) {
    texts.push(textOf(content))
    characters += content.length
    if (characters < charactersInPiece) continue
    characters = 0
    await nextTurn()
  }
  return texts
}

export function excerpt(text: string, most = 160): string {
  const line = text
    .slice(0, 4 * most)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  return `${line
    .slice(0, most)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…`
}

/** The organization's URL without a trailing slash. */
export const siteUrl = ({ server }: Pick<OpenContext, 'server'>, { org }: Reader): string =>
  server.organizationUrl(org.get(organizationCache).subdomain)

/** Channels listed on every page; the page of all channels has the others. */
const channelsBeside = 50

export const frameOf = (ctx: Pick<OpenContext, 'server'>, reader: Reader) => ({
  organization: reader.org.get(organizationCache).name,
  language: reader.org.language,
  site: siteUrl(ctx, reader),
  isOpenToAnyone: isOpenToAnyone(ctx.server.config, reader.org),
  hasRules: rulesOf(reader.org).version > 0,
  channels: openChannelsByName(reader)
    .slice(0, channelsBeside)
    .map((channel) => ({ name: channel.name, path: channelPath(channel) })),
})
