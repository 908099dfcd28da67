import { useSignal } from '@preact/signals'
import { mutePlace, unmutePlace } from '../../src/features/messages/mutes/api.ts'
import { placeName } from '../entities/place.tsx'
import type { Conversation } from '../narrow/narrow.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { localValue } from '../parts/later-times.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel, isMuted } from '../store/channels.ts'
import { isMutedDirect, muteOf } from '../store/mutes.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'
import { inSeconds, type MutePreset, mutePresets, whenText } from './times.ts'

export type MutablePlace = Conversation | { readonly kind: 'channel'; readonly channelId: number }

export const mutableName = (place: MutablePlace): string =>
  place.kind === 'channel' ? `#${channel(place.channelId)?.name ?? ''}` : placeName(place)

const isMutedPlace = (place: MutablePlace): boolean =>
  place.kind === 'direct'
    ? isMutedDirect(place.userIds)
    : place.kind === 'topic'
      ? isMuted(place.channelId, place.topic)
      : Boolean(channel(place.channelId)?.is_muted)

const paramsOf = (place: MutablePlace) =>
  place.kind === 'direct'
    ? { user_ids: [...place.userIds] }
    : { stream_id: place.channelId, ...(place.kind === 'topic' ? { topic: place.topic } : {}) }

export function muteText(until: number | null | undefined): string {
  return until == null ? t.mutedForGood : t.mutedUntil(whenText(new Date(until * 1000)))
}

const mutedNow = (name: string, until: Date | undefined): string =>
  until ? t.mutedNowUntil(name, whenText(until)) : t.mutedNowForGood(name)

async function mute(place: MutablePlace, at: Date | undefined): Promise<void> {
  await api.call(mutePlace, { ...paramsOf(place), ...(at ? { until: inSeconds(at) } : {}) })
  toast(mutedNow(mutableName(place), at), {
    label: t.undo,
    run: () => void unmute(place),
  })
}

export const unmute = (place: MutablePlace): Promise<void> =>
  api.call(unmutePlace, paramsOf(place)).then(() => toast(t.unmuted(mutableName(place))), showRefusal)

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
  const known = muteOf(place)
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
          {mutedNow(mutableName(place), known?.until == null ? undefined : new Date(known.until * 1000))}{' '}
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
