import { useSignal } from '@preact/signals'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { localValue } from '../parts/later-times.ts'
import { t } from '../texts/quiet.ts'
import { isMutedPlace, type MutablePlace, mutableName, mute, mutedText, mutedUntil, unmute } from './muting.ts'
import { type MutePreset, mutePresets, whenText } from './times.ts'

export function muteText(until: number | null | undefined): string {
  return until == null ? t.mutedForGood : t.mutedUntil(whenText(new Date(until * 1000)))
}

export function openMute(place: MutablePlace): void {
  void openDialog({ title: t.muteTitle(mutableName(place)) }, (close) => <Muting place={place} close={close} />)
}

type Choice = MutePreset | 'always' | 'other'

function Muting({ place, close }: { place: MutablePlace; close: () => void }) {
  const presets = mutePresets(new Date())
  const chosen = useSignal<Choice>('hour')
  const other = useSignal(localValue(presets.tomorrow))
  const { value } = chosen
  const at = value === 'other' ? new Date(other.value) : value === 'always' ? undefined : presets[value]
  const isPast = at !== undefined && !(at.getTime() > Date.now())
  const pick = (one: Choice, label: string, when?: Date) => (
    <label class="pick" key={one}>
      <input type="radio" name="until" checked={value === one} onChange={() => (chosen.value = one)} />
      <span>
        {label} {when && <span class="soft">{whenText(when)}</span>}
      </span>
    </label>
  )
  return (
    <Form submit={t.muteIt} close={close} isDisabled={isPast} run={() => mute(place, at)}>
      <p class="soft">{t.mutedExplained}</p>
      {isMutedPlace(place) && (
        <p class="muted-now">
          {mutedText(mutableName(place), mutedUntil(place))}{' '}
          <button
            type="button"
            class="plain"
            onClick={() => {
              close()
              void unmute(place)
            }}
          >
            {t.unmute}
          </button>
        </p>
      )}
      <fieldset>
        <legend>{t.muteHow}</legend>
        {(Object.keys(presets) as MutePreset[]).map((one) => pick(one, t.mutePresets[one], presets[one]))}
        {pick('always', t.mutePresets.always)}
        {pick('other', t.muteUntil)}
        {value === 'other' && (
          <input
            type="datetime-local"
            aria-label={t.muteUntil}
            value={other.value}
            min={localValue(new Date())}
            onInput={(event) => (other.value = event.currentTarget.value)}
          />
        )}
        {isPast && <p class="problem">{t.timePast}</p>}
      </fieldset>
    </Form>
  )
}
