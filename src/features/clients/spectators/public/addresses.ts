import type { ChannelId, MessageId } from '#contract'
import { normalTopic, shownTopic } from '../../../channels/channels/topics.ts'

/** All public pages are below this path. */
export const publicPath = '/public/'
export const sitemapPath = `${publicPath}sitemap.xml`
export const searchPath = `${publicPath}search`
/** Resolves links of the web client for signed-out users. */
export const linkPath = `${publicPath}link`
/** Leads into the app, to participate. */
export const entryPath = `${publicPath}log-in`

interface Named {
  readonly id: ChannelId
  readonly name: string
}

/** The ID identifies the channel and the name is for people, so that URLs survive renames. */
export function channelPath({ id, name }: Named): string {
  const readable = name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${publicPath}channel/${id}${readable && `-${encodeURIComponent(readable)}`}`
}

/** A channel ID from a URL segment; undefined if invalid. */
export function channelIn(part: string): number | undefined {
  const id = /^(\d{1,15})(?:-|$)/.exec(part)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Characters that proxies may change have a dot instead of the percent sign, as in the web client. */
export const topicWord = (topic: string): string =>
  shownTopic(topic, false)
    .toWellFormed()
    .replace(/[./\\%?#]/g, (sign) => `.${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export const topicPath = (channel: Named, topic: string): string =>
  `${channelPath(channel)}/topic/${encodeURIComponent(topicWord(topic))}`

/** Undefined for invalid topics. */
export function topicIn(word: string): string | undefined {
  try {
    return normalTopic(decodeURIComponent(encodeURIComponent(word).replace(/\.([0-9A-F]{2})/g, '%$1')))
  } catch {
    return undefined
  }
}

/** A permanent link to the message wherever it's moved. */
export const messagePath = (id: MessageId): string => `${publicPath}message/${id}`

export const messagePlace = (channel: Named, { id, topic }: { id: MessageId; topic: string }): string =>
  `${topicPath(channel, topic)}?at=${id}#message-${id}`

/** A positive number in a URL; undefined if invalid. */
export const numberIn = (text: string | null | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined
