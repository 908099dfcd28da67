import { asUserId, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import { existingReadableMessages, type ReadableMessage } from '../../messages/messages/access/readable.ts'
import type { Reader } from '../../messages/messages/access/reader.ts'
import { fetchMessages } from '../../messages/messages/serialize/fetched-message.ts'
import type { Message } from '../../messages/messages/wire.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account, BotSettings } from '../../people/users/account.ts'
import { serviceInterfaces } from '../../people/users/bot-wire.ts'
import { peopleCache } from '../../people/users/cache.ts'

type Service = NonNullable<BotSettings['service']>

export interface PostedMessage {
  readonly row: ReadableMessage
  readonly shown: Message
}

/** Undefined if the message is deleted or the bot can't read it. */
export async function messageFor(tx: Tx, reader: Reader, messageId: MessageId): Promise<PostedMessage | undefined> {
  const [row] = await existingReadableMessages(tx, reader, [messageId])
  if (!row) return undefined
  const [shown] = await fetchMessages(tx, reader, [messageId], { applyMarkdown: false, emptyTopic: true, searches: [] })
  return shown && { row, shown }
}

export interface Payload {
  readonly row: Pick<ReadableMessage, 'content' | 'rendered_content' | 'conversation_id' | 'sender_id'>
  readonly shown: Message
  readonly answer?: Answered
}

interface Answered {
  readonly submessage_id: number
  readonly user_id: UserId
  /** Null if the form has none. */
  readonly button: string | null
  readonly values: Readonly<Record<string, string>>
  /** The name of the access token of the agent that answered. */
  readonly agent?: string
}

/** Adds an answer; undefined if it's gone. Includes only the first submessage and the answer. */
export function answerIn({ row, shown }: PostedMessage, submessageId: number): Payload | undefined {
  const said = shown.submessages.find(({ id }) => id === submessageId)
  if (!said) return undefined
  const { button, values, agent } = JSON.parse(said.content) as KeptAnswer
  return {
    row,
    shown: { ...shown, submessages: [...shown.submessages.slice(0, 1), said] },
    answer: {
      submessage_id: said.id,
      user_id: asUserId(said.sender_id),
      button: button ?? null,
      values,
      ...(agent === undefined ? {} : { agent }),
    },
  }
}

interface KeptAnswer extends Pick<Answered, 'values' | 'agent'> {
  readonly button?: string
}

export interface Body {
  readonly type: string
  readonly text: string
}

const nameOf = (org: Organization, id: UserId): string => org.get(peopleCache).byId.get(id)?.fullName ?? ''

/** The request body: in the API's format, or as a form in that of Slack's outgoing webhooks. */
export const payload = (
  reader: Pick<Reader, 'org'>,
  bot: Account,
  service: Service,
  trigger: string,
  told: Payload,
): Body =>
  service.interface === serviceInterfaces.slack
    ? slackForm(reader, bot, service, trigger, told)
    : ownJson(reader, bot, service, trigger, told)

function ownJson(
  { org }: Pick<Reader, 'org'>,
  bot: Account,
  { token }: Service,
  trigger: string,
  { row, shown, answer }: Payload,
): Body {
  const { flags: _flags, ...message } = shown
  return {
    type: 'application/json',
    text: JSON.stringify({
      bot_email: bot.deliveryEmail,
      bot_full_name: bot.fullName,
      data: row.content,
      message: { ...message, rendered_content: row.rendered_content },
      token,
      trigger,
      ...(answer && { answer: { ...answer, user_full_name: nameOf(org, answer.user_id) } }),
    }),
  }
}

function slackForm(
  { org }: Pick<Reader, 'org'>,
  bot: Account,
  { token }: Service,
  trigger: string,
  { row, shown, answer }: Payload,
): Body {
  const { subdomain } = org.get(organizationCache)
  const channel = org.get(channelsCache).ofConversation(row.conversation_id)
  // for an answer: its author and content
  const senderId = answer?.user_id ?? row.sender_id
  const form = new URLSearchParams({
    token,
    team_id: `T${org.id}`,
    team_domain: new URL(org.services.organizationUrl(subdomain)).hostname,
    // direct conversations have Slack's name
    channel_id: channel ? `C${channel.id}` : `D${row.conversation_id}`,
    channel_name: channel?.name ?? 'directmessage',
    thread_ts: String(shown.timestamp),
    timestamp: String(shown.timestamp),
    user_id: `U${senderId}`,
    user_name: nameOf(org, senderId),
    text: answer ? slackText(answer) : row.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  })
  return { type: 'application/x-www-form-urlencoded', text: form.toString() }
}

const slackText = ({ button, values, agent }: Answered): string => JSON.stringify({ button, values, agent })
