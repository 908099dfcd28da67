import { updateMessage } from '../../src/features/messages/messages/api/edit.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { type Conversation, narrowOf, resolvedPrefix } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'

type Topic = Extract<Conversation, { kind: 'topic' }>

/** Identifies a topic to the API by its newest message. */
async function newestOf(topic: Topic): Promise<number | undefined> {
  const { messages } = await api.call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [...narrowOf(topic)],
    allow_empty_topic_name: true,
    client_gravatar: false,
  })
  return messages.at(-1)?.id
}

/** Renames every message of a topic; `tell` posts a notice in the topic. */
export async function renameTopic(topic: Topic, name: string, tell: boolean): Promise<void> {
  const id = await newestOf(topic)
  if (id === undefined) return
  await api.call(updateMessage, {
    message_id: id,
    topic: name,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: tell,
    send_notification_to_old_thread: false,
  })
  // the event of the move takes pages that show the topic along
}

/** Marks a topic as resolved, or as unresolved if it was. */
export async function toggleResolved(topic: Topic): Promise<void> {
  const isResolved = topic.topic.startsWith(resolvedPrefix)
  const name = isResolved ? topic.topic.slice(resolvedPrefix.length) : `${resolvedPrefix}${topic.topic}`
  await renameTopic(topic, name, true)
}
