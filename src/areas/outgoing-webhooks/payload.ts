import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import { channelsMirror } from '../channels/mirror.ts'
import { existingReadableMessages, type ReadableMessage } from '../messages/access/readable.ts'
import type { Reader } from '../messages/access/reader.ts'
import { fetchMessages } from '../messages/present/fetched-message.ts'
import type { Message } from '../messages/wire.ts'
import { organizationMirror } from '../organization/mirror.ts'
import type { Account, BotSettings } from '../users/account.ts'
import { serviceInterfaces } from '../users/bot-wire.ts'
import { peopleMirror } from '../users/mirror.ts'

type Service = NonNullable<BotSettings['service']>

/** A message that a bot is told of, as it stands now. */
export interface Told {
  readonly row: ReadableMessage
  readonly shown: Message
}

/** Undefined when the message is gone, or out of the bot's reach. */
export async function messageFor(tx: Tx, reader: Reader, messageId: MessageId): Promise<Told | undefined> {
  const [row] = await existingReadableMessages(tx, reader, [messageId])
  if (!row) return undefined
  const [shown] = await fetchMessages(tx, reader, [messageId], { applyMarkdown: false, emptyTopic: true, searches: [] })
  return shown && { row, shown }
}

/** As much of a message as a bot is told. */
export interface Payload {
  readonly row: Pick<ReadableMessage, 'content' | 'rendered_content' | 'conversation_id' | 'sender_id'>
  readonly shown: Message
}

export interface Body {
  readonly type: string
  readonly text: string
}

/** What is posted: in the API's own format, or as a form in that of Slack's outgoing webhooks. */
export const payload = (
  reader: Pick<Reader, 'org'>,
  bot: Account,
  service: Service,
  trigger: string,
  told: Payload,
): Body =>
  service.interface === serviceInterfaces.slack
    ? slackForm(reader, bot, service, trigger, told)
    : ownJson(bot, service, trigger, told)

function ownJson(bot: Account, { token }: Service, trigger: string, { row, shown }: Payload): Body {
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
    }),
  }
}

function slackForm(
  { org }: Pick<Reader, 'org'>,
  bot: Account,
  { token }: Service,
  trigger: string,
  { row, shown }: Payload,
): Body {
  const { subdomain } = org.get(organizationMirror)
  const channel = org.get(channelsMirror).ofConversation(row.conversation_id)
  const sender = org.get(peopleMirror).byId.get(row.sender_id)
  const form = new URLSearchParams({
    token,
    team_id: `T${org.id}`,
    team_domain: new URL(org.services.organizationUrl(subdomain)).hostname,
    // direct conversations are called as Slack calls them
    channel_id: channel ? `C${channel.id}` : `D${row.conversation_id}`,
    channel_name: channel?.name ?? 'directmessage',
    thread_ts: String(shown.timestamp),
    timestamp: String(shown.timestamp),
    user_id: `U${row.sender_id}`,
    user_name: sender?.fullName ?? '',
    text: row.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  })
  return { type: 'application/x-www-form-urlencoded', text: form.toString() }
}
