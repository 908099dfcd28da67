import { useSignal } from '@preact/signals'
import { asChannelId, dayMs } from '#contract'
import { lockTopic, unlockTopic } from '../../src/features/messages/messages/topic-locks/api.ts'
import { maxLockReasonLength } from '../../src/features/messages/messages/topic-locks/limits.ts'
import { topicName } from '../entities/place.tsx'
import type { Conversation } from '../narrow/narrow.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { renewVisitedLocks } from '../store/visited-locks.ts'
import { p } from '../texts/places.ts'
import { spanText } from '../texts/span.ts'
import { api } from '../transport/api.ts'

type Topic = Extract<Conversation, { kind: 'topic' }>

const daySecs = dayMs / 1_000
const lengths = [null, 3_600, daySecs, 7 * daySecs] as const

/** Asks for how long and why, then locks the topic. */
export function openLock(topic: Topic): void {
  void openDialog({ title: p.lockTitle(topicName(topic.topic)) }, (close) => <LockForm topic={topic} close={close} />)
}

export async function unlock({ channelId, topic }: Topic): Promise<void> {
  try {
    await api.call(unlockTopic, { stream_id: asChannelId(channelId), topic })
    await renewVisitedLocks()
    toast(p.topicUnlocked(topicName(topic)))
  } catch (problem) {
    showRefusal(problem)
  }
}

function LockForm({ topic: { channelId, topic }, close }: { topic: Topic; close(): void }) {
  const length = useSignal<(typeof lengths)[number]>(null)
  const reason = useSignal('')
  const save = async () => {
    const until = length.value === null ? null : Math.floor(Date.now() / 1_000) + length.value
    await api.call(lockTopic, { stream_id: asChannelId(channelId), topic, until, reason: reason.value })
    await renewVisitedLocks()
    toast(p.topicLocked(topicName(topic)))
  }
  return (
    <Form submit={p.lock} close={close} run={save}>
      <p>{p.lockMore}</p>
      <fieldset>
        <legend>{p.lockFor}</legend>
        {lengths.map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="length" checked={length.value === one} onChange={() => (length.value = one)} />
            {one === null ? p.lockUntilUnlocked : spanText(one)}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span class="label">{p.lockReason}</span>
        <textarea
          rows={2}
          dir="auto"
          maxLength={maxLockReasonLength}
          value={reason.value}
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
      </label>
    </Form>
  )
}
