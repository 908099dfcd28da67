import './do-not-disturb.css'
import { useSignal } from '@preact/signals'
import { openDialog } from '../parts/dialog.tsx'
import { localValue } from '../parts/later-times.ts'
import { reasonOf } from '../parts/refusal.ts'
import { t } from '../texts/quiet.ts'
import { endQuiet, pauseUntil } from './actions.ts'
import { QuietHours } from './hours.tsx'
import { MutedList } from './muted-list.tsx'
import { quietUntil } from './now.ts'
import { type PausePreset, pausePresets, whenText } from './times.ts'

export function openDoNotDisturb(): void {
  void openDialog({ title: t.quiet, class: 'quiet-dialog' }, () => (
    <div class="dialog-body">
      <p class="soft">{t.quietIntro}</p>
      <Pause />
      <QuietHours />
      <MutedList />
    </div>
  ))
}

function Pause() {
  const presets = pausePresets(new Date())
  const other = useSignal(localValue(presets.tomorrow))
  const problem = useSignal('')
  const until = quietUntil.value
  const isPast = !(new Date(other.value).getTime() > Date.now())
  const pause = (at: Date) => {
    problem.value = ''
    pauseUntil(at).catch((refusal: unknown) => {
      problem.value = reasonOf(refusal)
    })
  }
  return (
    <section aria-labelledby="quiet-pause">
      <h3 id="quiet-pause">{t.pause}</h3>
      <p role="status">
        {until && (
          <>
            {t.quietNow(whenText(until))}{' '}
            <button type="button" class="plain" onClick={endQuiet}>
              {t.endNow}
            </button>
          </>
        )}
      </p>
      <div class="quiet-buttons">
        {(Object.keys(presets) as PausePreset[]).map((one) => (
          <button key={one} type="button" class="button" onClick={() => pause(presets[one])}>
            {t.pausePresets[one]}
            {one === 'tomorrow' && <span class="soft"> {whenText(presets[one])}</span>}
          </button>
        ))}
      </div>
      <form
        class="quiet-until"
        onSubmit={(event) => {
          event.preventDefault()
          pause(new Date(other.value))
        }}
      >
        <label>
          {t.pauseUntil}
          <input
            type="datetime-local"
            required
            value={other.value}
            min={localValue(new Date())}
            onInput={(event) => (other.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={isPast}>
          {t.pauseIt}
        </button>
      </form>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  )
}
