import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { updateMessage } from '../../src/features/messages/messages/api/edit.ts'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { topicName } from '../entities/place.tsx'
import { type Conversation, narrowOf, resolvedPrefix } from '../narrow/narrow.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { topicsOf } from '../store/conversations.ts'
import { a } from '../texts/actions.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { TopicField } from './topic-fields.tsx'

type Topic = Extract<Conversation, { kind: 'topic' }>

/** The newest message of a topic stands for all of it. */
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

async function renameTo(topic: Topic, name: string, tell: boolean): Promise<void> {
  const id = await newestOf(topic)
  if (id === undefined) return
  await api.call(updateMessage, {
    message_id: id,
    topic: name,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: tell,
    send_notification_to_old_thread: false,
  })
  // who has it open is led along by its event
}

/** Marks a topic as resolved, or takes that back; what somebody else has done meanwhile is left as it is. */
export async function toggleResolved(topic: Topic): Promise<void> {
  const isResolved = topic.topic.startsWith(resolvedPrefix)
  const name = isResolved ? topic.topic.slice(resolvedPrefix.length) : `${resolvedPrefix}${topic.topic}`
  try {
    await renameTo(topic, name, true)
  } catch (problem) {
    toast(problem instanceof ApiError ? reasonOf(problem) : a.noServer)
  }
}

/** Asks for another name, for every message of the topic. */
export function openRename(topic: Topic): void {
  void openDialog({ title: a.renameTitle }, (close) => <Renaming topic={topic} close={close} />)
}

function Renaming({ topic, close }: { topic: Topic; close: () => void }) {
  const name = useSignal(topic.topic)
  const next = name.value.trim()
  const other = otherTopic(topic, next)
  return (
    <Form
      submit={other === undefined ? a.rename : p.merge}
      close={close}
      isDisabled={next === topic.topic}
      run={() => renameTo(topic, next, false)}
    >
      <TopicField topic={name} channelId={topic.channelId} />
      <p class="soft" role="status">
        {other !== undefined && p.mergeWarning(topicName(topic.topic), topicName(other))}
      </p>
    </Form>
  )
}

/** The topic that is called that already, and is another one: names differ by more than capitals. */
function otherTopic(topic: Topic, name: string): string | undefined {
  const wanted = name.toLowerCase()
  if (wanted === topic.topic.toLowerCase()) return undefined
  return topicsOf(topic.channelId).value?.find((one) => one.name.toLowerCase() === wanted)?.name
}
