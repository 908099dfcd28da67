import { asMessageId } from '#contract'
import { topicUrl } from '#platform/markdown'
import { type OpenContext, type PageAnswer, Redirect } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { messageList, topicName, utc } from '../../../data/exports/public.ts'
import { existingReadableMessages } from '../../../messages/messages/access/readable.ts'
import type { Reader } from '../../../messages/messages/access/reader.ts'
import { fetchMessages } from '../../../messages/messages/serialize/fetched-message.ts'
import { textsIn } from '../texts.ts'
import { nothingHere } from './absent-pages.ts'
import { openChannelIn, publicReader } from './access.ts'
import { channelPath, messagePlace, numberIn, topicIn, topicPath } from './addresses.ts'
import { excerpt, frameOf, publicText, publicTexts } from './message-text.ts'
import { beside, home, publicPage } from './page-html.ts'
import { shownMessage } from './shown-message.ts'
import { filesOf, messagesOfTopic } from './store.ts'

export const messagesOnPage = 50
const telling = { applyMarkdown: true, emptyTopic: true, searches: [] }

type Params = Readonly<Record<string, string>>

interface Beginning {
  readonly id: number
  /** The page begins at a linked message, and isn't in the regular sequence. */
  readonly isMessage: boolean
}

/** The topic's beginning, a message of the regular sequence, or a linked one. */
function beginningIn(query: URLSearchParams): Beginning | undefined {
  const isMessage = query.has('at')
  const given = query.get('at') ?? query.get('from')
  const id = given === null ? 0 : numberIn(given)
  return id === undefined ? undefined : { id, isMessage }
}

async function read(ctx: OpenContext, reader: Reader, channel: Channel, topic: string, { id: from }: Beginning) {
  const { conversationId } = channel
  return ctx.read(async (tx) => {
    const near = (order: 'from' | 'before', id: number) =>
      messagesOfTopic(tx, conversationId, topic, order, id, messagesOnPage + 1)
    const following = await near('from', from)
    const ids = following.slice(0, messagesOnPage).map(({ id }) => id)
    const before = from === 0 ? [] : await near('before', from)
    const next = following[messagesOnPage]
    const last = next === undefined ? following.toReversed() : await near('before', Number.MAX_SAFE_INTEGER)
    const messages = await fetchMessages(tx, reader, ids, telling)
    const hold = messages.filter(({ content }) => content.includes('/user_uploads/'))
    const held = hold.map(({ id }) => asMessageId(id))
    const files = held.length === 0 ? new Set<string>() : await filesOf(tx, held)
    // in the case of its newest message
    const name = last[0]?.topic ?? topic
    return { name, messages, files, before, next: next?.id, newest: next && last[messagesOnPage - 1]?.id }
  })
}

/** A topic page, oldest message first, so that pages stay the same as messages are added. */
export async function topicPage(ctx: OpenContext, params: Params, query: URLSearchParams): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const channel = reader && openChannelIn(reader, params.channel)
  const topic = topicIn(params.topic ?? '')
  const beginning = beginningIn(query)
  if (!channel || topic === undefined || !beginning) return nothingHere(ctx)
  const { name, messages, files, before, next, newest } = await read(ctx, reader, channel, topic, beginning)
  const [first] = messages
  if (!first || (beginning.isMessage && first.id !== beginning.id)) return nothingHere(ctx)
  const texts = await publicTexts(
    messages.map(({ content }) => content),
    publicText(reader, files),
  )
  const shown = messages.map((message, at) => shownMessage(reader, message, texts[at]?.html ?? ''))
  const path = topicPath(channel, name)
  const pathFrom = (id: number) => `${path}?from=${id}`
  const start = before[messagesOnPage - 1]
  const way = {
    previous: before.length === 0 ? undefined : before.length > messagesOnPage && start ? pathFrom(start.id) : path,
    next: next && pathFrom(next),
    newest: newest && `${path}?at=${newest}`,
  }
  const frame = frameOf(ctx, reader)
  const shownName = topicName(name)
  const begun = new Date(first.timestamp * 1000)
  return publicPage({
    ...frame,
    ...way,
    title: before.length === 0 ? shownName : textsIn(frame.language).from(shownName, utc(begun).slice(0, 16)),
    description: excerpt(`${first.sender_full_name}: ${texts[0]?.text ?? ''}`),
    path: before.length === 0 ? path : pathFrom(first.id),
    feed: `${channelPath(channel)}/feed`,
    above: [home(frame.organization), [`# ${channel.name}`, channelPath(channel)]],
    place: topicUrl(channel, name),
    isListed: !beginning.isMessage,
    body: messageList(shown, beside(frame.language, way)),
  })
}

export async function messagePage(ctx: OpenContext, { id }: Params): Promise<PageAnswer> {
  const reader = await publicReader(ctx)
  const asked = numberIn(id)
  if (!reader || asked === undefined) return nothingHere(ctx)
  const [message] = await ctx.read((tx) => existingReadableMessages(tx, reader, [asMessageId(asked)]))
  const channel = message && reader.org.get(channelsCache).ofConversation(message.conversation_id)
  if (!channel) return nothingHere(ctx)
  return new Redirect(messagePlace(channel, message))
}
