import type { ChannelId, MessageId } from '#contract'
import { normalTopic, shownTopic } from '../../channels/topics.ts'

/** Where the public pages are; everything below it is one. */
export const publicPath = '/public/'
export const sitemapPath = `${publicPath}sitemap.xml`
export const searchPath = `${publicPath}search`
/** Where links of the chat lead whoever is not signed in. */
export const linkPath = `${publicPath}link`
/** The way into the chat, for whoever wants to take part. */
export const entryPath = `${publicPath}log-in`

interface Named {
  readonly id: ChannelId
  readonly name: string
}

/** The id says which channel is meant, the name is for people: with an old one the address goes on leading there. */
export function channelPath({ id, name }: Named): string {
  const readable = name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${publicPath}channel/${id}${readable && `-${encodeURIComponent(readable)}`}`
}

/** A channel's id in a part of an address; undefined where there is none. */
export function channelIn(part: string): number | undefined {
  const id = /^(\d{1,15})(?:-|$)/.exec(part)?.[1]
  return id === undefined ? undefined : Number(id)
}

/**
 * A topic as addresses name it. What servers between take apart, or take away, is written with a dot for the percent
 * sign, as in the addresses of the web client.
 */
export const topicWord = (topic: string): string =>
  shownTopic(topic, false)
    .toWellFormed()
    .replace(/[./\\%?#]/g, (sign) => `.${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export const topicPath = (channel: Named, topic: string): string =>
  `${channelPath(channel)}/topic/${encodeURIComponent(topicWord(topic))}`

/** The topic that such a word names; undefined where no topic is called so. */
export function topicIn(word: string): string | undefined {
  try {
    return normalTopic(decodeURIComponent(encodeURIComponent(word).replace(/\.([0-9A-F]{2})/g, '%$1')))
  } catch {
    return undefined
  }
}

/** Leads to the message wherever it has moved. */
export const messagePath = (id: MessageId): string => `${publicPath}message/${id}`

/** Where a message is now, in its topic. */
export const messagePlace = (channel: Named, { id, topic }: { id: MessageId; topic: string }): string =>
  `${topicPath(channel, topic)}?at=${id}#message-${id}`

/** A positive number in an address; undefined for anything else. */
export const numberIn = (text: string | null | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined
