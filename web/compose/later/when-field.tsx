import { type Signal, useSignal } from '@preact/signals'
import { timeFormat } from '../../entities/time-format.ts'
import { isComposing } from '../../parts/is-composing.ts'
import { localValue } from '../../parts/later-times.ts'
import { useUniqueId } from '../../parts/unique-id.ts'
import { t } from '../../texts/writing.ts'
import { leastMs, readTime } from './when.ts'

export const fullTime = timeFormat({ dateStyle: 'full', timeStyle: 'short' })

export interface NamedTime {
  readonly words: string
  readonly picked: string
}

const noTime: NamedTime = { words: '', picked: '' }

/** The time; undefined if there's none, or the text can't be parsed. */
export function readNamed({ words, picked }: NamedTime, now: Date): Date | undefined {
  if (words.trim() !== '') return readTime(words, now)
  return picked === '' ? undefined : new Date(picked)
}

/** True if the time is too close to schedule. */
export const isTooSoon = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && at.getTime() - now.getTime() < leastMs

interface FieldsProps {
  readonly time: NamedTime
  readonly onInput: (time: NamedTime) => void
  readonly onEnter: () => void
  /** The current value, which is allowed to be near. */
  readonly kept?: string
}

export const TimeFields = ({ time, onInput, onEnter, kept }: FieldsProps) => {
  const id = useUniqueId()
  const now = new Date()
  const isWritten = time.words.trim() !== ''
  const at = readNamed(time, now)
  const isKept = !isWritten && time.picked !== '' && time.picked === kept
  const isSoon = !isKept && isTooSoon(at, now)
  const takeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <>
      <label>
        {t.otherTime}
        <input
          type="text"
          placeholder={t.timeExample}
          value={time.words}
          maxLength={100}
          aria-describedby={id}
          onInput={(event) => onInput({ ...time, words: event.currentTarget.value })}
          onKeyDown={takeOnEnter}
        />
      </label>
      <label>
        {t.dateAndTime}
        <input
          type="datetime-local"
          value={isWritten && at ? localValue(at) : time.picked}
          min={isKept ? undefined : localValue(new Date(now.getTime() + leastMs))}
          onInput={(event) => onInput({ words: '', picked: event.currentTarget.value })}
          onKeyDown={takeOnEnter}
        />
      </label>
      <p id={id} role="status" class={isSoon ? 'error' : 'soft'}>
        {at ? (isSoon ? t.timeTooSoon : fullTime.format(at)) : isWritten ? t.timeNotUnderstood : ''}
      </p>
    </>
  )
}

export const When = ({ onTake }: { onTake: (at: Date) => void }) => {
  const time: Signal<NamedTime> = useSignal(noTime)
  const now = new Date()
  const at = readNamed(time.value, now)
  const take = () => {
    if (at && !isTooSoon(at, new Date())) onTake(at)
  }
  return (
    <div class="when">
      <TimeFields time={time.value} onInput={(named) => (time.value = named)} onEnter={take} />
      <button type="button" class="button" disabled={!at || isTooSoon(at, now)} onClick={take}>
        {t.schedule}
      </button>
    </div>
  )
}
