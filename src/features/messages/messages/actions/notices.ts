import { isGuest, type MessageId, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { organizationCache, settingsOf } from '../../../people/organization/cache.ts'
import { type Account, languageOfAccount, type SystemBotName } from '../../../people/users/account.ts'
import type { Arrival } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { renderNotice } from '../message-text.ts'
import type { Recipient } from '../recipient.ts'
import { shortContent } from '../shortened-text.ts'
import { lastMessageAt } from '../store/last-message.ts'
import { textsIn } from '../texts.ts'
import { type Outgoing, sendMessage } from './send.ts'

export async function sendAsBot(
  mutation: Mutation,
  bot: SystemBotName,
  recipient: Recipient,
  topic: string,
  text: string,
  more: Pick<Outgoing, 'unreadOnlyFor' | 'ignoresAlertWords'> = {},
): Promise<MessageId> {
  const content = shortContent(text, mutation.org.language)
  const sender = mutation.get(peopleCache).systemBot(bot)
  const people =
    recipient.kind === 'direct'
      ? { ...recipient, people: [...recipient.people, sender].sort((a, b) => a.id - b.id) }
      : recipient
  const { id } = await sendMessage(mutation, {
    sender,
    recipient: people,
    topic,
    content,
    rendered: await renderNotice(mutation, sender, content, () => true),
    client: 'Internal',
    senderRead: true,
    ...more,
  })
  return id
}

/** When the notification bot last posted in this topic. */
export const lastNoticeAt = (
  mutation: Mutation,
  { conversationId }: Channel,
  topic: string,
): Promise<Date | undefined> =>
  lastMessageAt(mutation.tx, {
    conversationId,
    senderId: mutation.get(peopleCache).systemBot('notification-bot').id,
    topic,
  })

/** What the server does because of an agent's request: the agent can't undo it, and needs no approval for it. */
export async function asServer<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
  const { agent } = mutation
  mutation.agent = undefined
  try {
    return await work()
  } finally {
    mutation.agent = agent
  }
}

interface ModerationNotice {
  readonly topic: string
  readonly text: string
  readonly minIntervalMs: number
}

/** Posts in the channel for moderation requests, unless the topic has a notice more recent than the interval. */
export async function notifyModerators(
  mutation: Mutation,
  { topic, text, minIntervalMs }: ModerationNotice,
): Promise<void> {
  const { org, now } = mutation
  const channel = mutation.get(channelsCache).byId.get(settingsOf(org).moderation_request_channel_id)
  if (!channel || channel.isArchived) return
  const last = await lastNoticeAt(mutation, channel, topic)
  if (last && now.getTime() - last.getTime() < minIntervalMs) return
  const recipient = { kind: 'channel', channel } as const
  await asServer(mutation, () =>
    sendAsBot(mutation, 'notification-bot', recipient, topic, text, { ignoresAlertWords: true }),
  )
}

/** The URL of a page of the organization's settings. */
export const settingsUrl = (org: Organization, page: string): string =>
  `${org.services.organizationUrl(org.get(organizationCache).subdomain)}/#organization/${page}`

/** Uses a fence longer than any run of backticks inside, so that a text can't end its own quote. */
export const quoted = (text: string): string => fenced('quote', text)

/** As typed: mentions and links aren't resolved. */
export const verbatim = (text: string): string => fenced('text', text)

function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

export const silent = ({ fullName, id }: Pick<Account, 'fullName' | 'id'>) => `@_**${fullName}|${id}**`

/** Notifies users in a direct message when someone else subscribes them. */
export async function notifyNewSubscribers(
  mutation: Mutation,
  {
    added,
    byId,
    sendMessages,
  }: { added: ReadonlyMap<UserId, readonly Channel[]>; byId: UserId | null; sendMessages: boolean },
): Promise<void> {
  if (!sendMessages) return
  const people = mutation.get(peopleCache)
  const by = byId === null ? undefined : people.byId.get(byId)
  if (!by) return
  for (const [userId, channels] of added) {
    const account = people.byId.get(userId)
    if (!account || userId === byId || account.botType !== null || !account.isActive) continue
    const list = channels.map(({ name }) => `#**${name}**`)
    const { subscribed, subscribedToSeveral } = textsIn(languageOfAccount(account))
    const text =
      list.length === 1
        ? subscribed(silent(by), list[0] as string)
        : `${subscribedToSeveral(silent(by))}\n\n${list.map((name) => `* ${name}`).join('\n')}`
    await sendAsBot(mutation, 'notification-bot', { kind: 'direct', people: [account] }, '', text)
  }
}

export async function announceNewPerson(mutation: Mutation, account: Account): Promise<void> {
  if (account.botType !== null) return
  const place = mutation.get(channelsCache).byId.get(settingsOf(mutation).signup_announcements_stream_id)
  if (!place || place.isArchived) return
  const { topics, joined, joinedAsGuest } = textsIn(mutation.org.language)
  const topic = place.topicsPolicy === 'empty_topic_only' ? '' : topics.signups
  const text = isGuest(account) ? joinedAsGuest(silent(account)) : joined(silent(account))
  await sendAsBot(mutation, 'notification-bot', { kind: 'channel', channel: place }, topic, text)
}

/**
 * compat: one client can't show an account without messages, so everyone gets a welcome message. It arrives as read, so
 * that unread counts start with what people write.
 */
export async function welcome(mutation: Mutation, account: Account, { welcomeText }: Arrival): Promise<void> {
  if (account.botType !== null) return
  const ownText = welcomeText ?? settingsOf(mutation).welcome_message_custom_text
  await sendWelcome(mutation, account, ownText, { unreadOnlyFor: new Set() })
}

/** Sends the welcome message with the organization's text; returns the message ID. */
export function sendWelcome(
  mutation: Mutation,
  account: Account,
  ownText: string,
  more: Pick<Outgoing, 'unreadOnlyFor'> = {},
): Promise<MessageId> {
  const { name } = mutation.get(organizationCache)
  const own = ownText.trim()
  const texts = textsIn(languageOfAccount(account)).welcome
  const text = [texts.to(name.replaceAll('*', '')), texts.topics, ...(own ? [own] : []), texts.tour, texts.ask].join(
    '\n\n',
  )
  return sendAsBot(mutation, 'welcome-bot', { kind: 'direct', people: [account] }, '', text, more)
}
