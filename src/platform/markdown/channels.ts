import type { StateInline } from 'markdown-it'
import type { ChannelId, UserId } from '#contract'
import { nameUntil } from './mentions.ts'
import { pushHtml } from './rules.ts'
import { charBefore, escapeHtml, isWordChar, type Run, runOf, wellFormed } from './run.ts'

/** A channel name and a topic of 60 code points each, at two UTF-16 units per code point, and a message ID. */
const MAX_REFERENCE = 300
const HASH = 0x23

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@message**`. */
export function channelRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== HASH || !src.startsWith('**', pos + 1)) return false
  if (state.linkLevel > 0 || isWordChar(charBefore(src, pos))) return false
  const reference = nameUntil(src, pos + 3, '**', state.posMax, MAX_REFERENCE)
  if (reference === undefined) return false
  const html = linkTo(runOf(state), reference)
  if (html === undefined) return false
  if (!silentParse) pushHtml(state, html)
  state.pos = pos + 3 + reference.length + 2
  return true
}

function linkTo({ context }: Run, reference: string): string | undefined {
  const whole = context.channelByName?.(reference)
  if (whole) {
    const href = channelUrl(whole)
    return `<a class="stream" data-stream-id="${whole.id}" href="${escapeHtml(href)}">#${escapeHtml(whole.name)}</a>`
  }
  const cut = reference.indexOf('>')
  if (cut <= 0) return undefined
  const channel = context.channelByName?.(reference.slice(0, cut))
  if (!channel) return undefined
  const rest = reference.slice(cut + 1)
  const toMessage = /^(.*)@(\d{1,15})$/.exec(rest)
  const topic = toMessage ? toMessage[1]! : rest
  const shown =
    topic === '' ? `<em>${escapeHtml(context.emptyTopicDisplayName ?? 'general chat')}</em>` : escapeHtml(topic)
  const label = `#${escapeHtml(channel.name)} &gt; ${shown}`
  if (toMessage) {
    const href = topicUrl(channel, topic, { near: Number(toMessage[2]) })
    return `<a class="message-link" href="${escapeHtml(href)}">${label} @ 💬</a>`
  }
  const href = topicUrl(channel, topic, { with: context.latestMessageOfTopic?.(channel.id, topic) })
  return `<a class="stream-topic" data-stream-id="${channel.id}" href="${escapeHtml(href)}">${label}</a>`
}

/** Encodes text for the fragment of the API's URLs: percent-encoding with dots instead of percent signs. */
export const encodeFragment = (text: string): string =>
  encodeURIComponent(wellFormed(text))
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/\./g, '%2E')
    .replace(/%/g, '.')

export const channelUrl = (channel: { id: ChannelId; name: string }): string =>
  `/#narrow/channel/${channel.id}-${encodeFragment(channel.name.replaceAll(' ', '-'))}`

export function topicUrl(
  channel: { id: ChannelId; name: string },
  topic: string,
  at: { with?: number | undefined; near?: number | undefined } = {},
): string {
  const url = `${channelUrl(channel)}/topic/${encodeFragment(topic)}`
  if (at.near !== undefined) return `${url}/near/${at.near}`
  return at.with === undefined ? url : `${url}/with/${at.with}`
}

/** A direct conversation of these users, the reader included, at one of its messages. */
export function directMessageUrl(memberIds: readonly UserId[], near: number): string {
  const ids = [...memberIds].sort((a, b) => a - b)
  return `/#narrow/dm/${ids.join(',')}-${ids.length > 2 ? 'group' : 'dm'}/near/${near}`
}

/** Plain text as a part of Markdown: characters that could be syntax become character references. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[!#$&*:<>@[\\\]_`~]/g, (c) => `&#${c.charCodeAt(0)};`)
