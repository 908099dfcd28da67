import { useSignal } from '@preact/signals'
import { topicName } from '../entities/place.tsx'
import type { Conversation } from '../narrow/narrow.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { showReason } from '../parts/refusal.ts'
import { topicsOf } from '../store/conversations.ts'
import { renameTopic, toggleResolved as toggle } from '../store/topic-names.ts'
import { a } from '../texts/actions.ts'
import { p } from '../texts/places.ts'
import { TopicField } from './topic-fields.tsx'

type Topic = Extract<Conversation, { kind: 'topic' }>

/** Resolves or reopens a topic; an error is shown in a toast. */
export const toggleResolved = (topic: Topic): Promise<void> => toggle(topic).catch(showReason)

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
      run={() => renameTopic(topic, next, false)}
    >
      <TopicField topic={name} channelId={topic.channelId} />
      <p class="soft" role="status">
        {other !== undefined && p.mergeWarning(topicName(topic.topic), topicName(other))}
      </p>
    </Form>
  )
}

/** Another topic that already has this name; names are case-insensitive. */
function otherTopic(topic: Topic, name: string): string | undefined {
  const wanted = name.toLowerCase()
  if (wanted === topic.topic.toLowerCase()) return undefined
  return topicsOf(topic.channelId).value?.find((one) => one.name.toLowerCase() === wanted)?.name
}
