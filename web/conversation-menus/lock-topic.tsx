import { useSignal } from '@preact/signals'
import { asChannelId, dayMs } from '#contract'
import { lockTopic, unlockTopic } from '../../src/features/messages/messages/topic-locks/api.ts'
import { maxLockReasonLength } from '../../src/features/messages/messages/topic-locks/limits.ts'
import type { TopicLock } from '../../src/features/messages/messages/topic-locks/wire.ts'
import { topicName } from '../entities/place.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { topicLock } from '../store/topic-locks.ts'
import { renewVisitedLocks } from '../store/visited-locks.ts'
import { p } from '../texts/places.ts'
import { spanText } from '../texts/span.ts'
import { api } from '../transport/api.ts'
import type { Topic } from './lock-items.ts'

const daySecs = dayMs / 1_000
const durations = [3_600, daySecs, 7 * daySecs] as const
const endFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Opens a dialog to lock the topic, or to change its lock. */
export function openLock(topic: Topic): void {
  const lock = topicLock(topic.channelId, topic.topic)
  const name = topicName(topic.topic)
  const title = lock ? p.changeLockTitle(name) : p.lockTitle(name)
  void openDialog({ title }, (close) => <LockForm topic={topic} lock={lock} close={close} />)
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

type End = { readonly until: number | null } | { readonly inSecs: number }

const untilOf = (end: End): number | null => ('inSecs' in end ? Math.floor(Date.now() / 1_000) + end.inSecs : end.until)

const endText = (end: End): string => {
  if ('inSecs' in end) return spanText(end.inSecs)
  return end.until === null ? p.lockUntilUnlocked : p.lockUntil(endFormat.format(end.until * 1_000))
}

interface Props {
  readonly topic: Topic
  /** The lock to change. */
  readonly lock: TopicLock | undefined
  close(): void
}

function LockForm({ topic: { channelId, topic }, lock, close }: Props) {
  const ends: readonly End[] = [
    ...(lock && lock.until !== null ? [{ until: lock.until }] : []),
    { until: null },
    ...durations.map((inSecs) => ({ inSecs })),
  ]
  const chosen = useSignal(0)
  const reason = useSignal(lock?.reason ?? '')
  const save = async () => {
    const until = untilOf(ends[chosen.value] as End)
    await api.call(lockTopic, { stream_id: asChannelId(channelId), topic, until, reason: reason.value })
    await renewVisitedLocks()
    toast(lock ? p.lockChanged : p.topicLocked(topicName(topic)))
  }
  return (
    <Form submit={lock ? p.saveLock : p.lock} close={close} run={save}>
      {!lock && <p>{p.lockMore}</p>}
      <fieldset>
        <legend>{p.lockFor}</legend>
        {ends.map((end, index) => (
          <label class="pick" key={index}>
            <input type="radio" name="end" checked={chosen.value === index} onChange={() => (chosen.value = index)} />
            {endText(end)}
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
