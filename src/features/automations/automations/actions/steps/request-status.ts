import { ApiError, type MessageId, seconds } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { existingReadableMessages, type ReadableMessage } from '../../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../../messages/messages/access/reader.ts'
import { composeContext, composeText, type Text } from '../../../../messages/messages/actions/compose.ts'
import { contentFields, writeContent } from '../../../../messages/messages/actions/edit/content.ts'
import { emitEdit } from '../../../../messages/messages/actions/edit/events.ts'
import { waitingSign } from './approvers.ts'
import type { RunContext } from './step-kind.ts'

/** Messages that the bot can still read. */
export async function requestsOf(context: RunContext, ids: readonly MessageId[]): Promise<ReadableMessage[]> {
  const compose = composeContext(context.org, context.viewer)
  const reader = await readerOf(compose)
  return compose.read((tx) => existingReadableMessages(tx, reader, ids))
}

/** Replaces the last line of requests, which says who can answer, with the result. */
export async function statusEffect(
  context: RunContext,
  statuses: ReadonlyMap<MessageId, string>,
): Promise<(mutation: Mutation) => Promise<void>> {
  const messages = await requestsOf(context, [...statuses.keys()])
  const compose = composeContext(context.org, context.viewer)
  const texts = await Promise.all(
    messages.map(({ id, content }) => composeText(compose, `${bodyOf(content)}\n\n${statuses.get(id)}`)),
  )
  return async (mutation) => {
    for (const [index, { id }] of messages.entries()) await showText(mutation, id, texts[index] as Text)
  }
}

/** Keeps the whole text if it was too long for the last line. */
function bodyOf(content: string): string {
  const end = content.lastIndexOf(`\n\n${waitingSign}`)
  return end === -1 ? content : content.slice(0, end)
}

/** The run continues if the message was deleted, or the bot can no longer edit it. */
async function showText(mutation: Mutation, id: MessageId, text: Text): Promise<void> {
  const reader = await readerOf(mutation)
  const [message] = await existingReadableMessages(mutation.tx, reader, [id])
  const channel = message && mutation.get(channelsCache).ofConversation(message.conversation_id)
  if (!message || channel?.isArchived) return
  try {
    await writeContent(mutation, reader, message, channel, message.topic, text, { withHistory: true })
  } catch (error) {
    if (error instanceof ApiError) return
    throw error
  }
  const common = { user_id: mutation.viewer.id, rendering_only: false, edit_timestamp: seconds(mutation.now) }
  const fields = { ...common, ...contentFields(message, text) }
  await emitEdit(mutation, message, channel, fields, text.rendered.channelWildcard)
}

/** The time of an answer, shown in the reader's time zone. */
export const timeOf = ({ now }: RunContext): string => `<time:${now.toISOString().slice(0, 19)}Z>`
