import { deleteTopic } from '../../src/features/messages/messages/api/delete.ts'
import { topicName } from '../entities/place.tsx'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { toast } from '../parts/toast.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** Asks for confirmation, then deletes a topic. The server deletes long topics in batches. */
export function askToDeleteTopic(channelId: number, topic: string): void {
  const name = topicName(topic)
  void openDialog({ title: p.deleteTopicTitle(name) }, (close) => (
    <Form
      submit={p.deleteTopic}
      isDanger
      close={close}
      run={async () => {
        for (;;) {
          const { complete } = await api.call(deleteTopic, { stream_id: channelId, topic_name: topic })
          if (complete) break
        }
        toast(p.topicDeleted(name))
      }}
    >
      <p>{p.deleteTopicMore}</p>
    </Form>
  ))
}
