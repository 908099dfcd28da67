import { useSignal } from '@preact/signals'
import { localValue } from '../../message-actions/times.ts'
import { t } from '../../texts/writing.ts'
import { leastMs, readTime } from './when.ts'

export const fullTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** A time, in words or from a calendar; what the words are understood as is said before it is taken. */
export const When = ({ onTake }: { onTake: (at: Date) => void }) => {
  const words = useSignal('')
  const picked = useSignal('')
  const now = new Date()
  const isWritten = words.value.trim() !== ''
  const at = isWritten ? readTime(words.value, now) : picked.value === '' ? undefined : new Date(picked.value)
  const isSoon = at !== undefined && at.getTime() - now.getTime() < leastMs
  const take = () => {
    if (at && !isSoon) onTake(at)
  }
  const takeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }
  return (
    <div class="when">
      <label>
        {t.otherTime}
        <input
          type="text"
          placeholder={t.timeExample}
          value={words.value}
          maxLength={100}
          aria-describedby="when-read"
          onInput={(event) => {
            words.value = event.currentTarget.value
          }}
          onKeyDown={takeOnEnter}
        />
      </label>
      <label>
        {t.dateAndTime}
        <input
          type="datetime-local"
          value={isWritten && at ? localValue(at) : picked.value}
          min={localValue(new Date(now.getTime() + leastMs))}
          onInput={(event) => {
            picked.value = event.currentTarget.value
            words.value = ''
          }}
          onKeyDown={takeOnEnter}
        />
      </label>
      <button type="button" class="button" disabled={!at || isSoon} onClick={take}>
        {t.schedule}
      </button>
      <p id="when-read" role="status" class={isSoon ? 'error' : 'soft'}>
        {at ? (isSoon ? t.timeTooSoon : fullTime.format(at)) : isWritten ? t.timeNotUnderstood : ''}
      </p>
    </div>
  )
}
