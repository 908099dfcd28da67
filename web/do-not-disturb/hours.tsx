import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { setQuietHours } from '../../src/features/people/quiet-times/api.ts'
import { maxQuietSpans } from '../../src/features/people/quiet-times/limits.ts'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { reasonOf, showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { accountZone, nameOfZone, zoneHere } from '../store/time-zone.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'
import { quietTime } from './now.ts'
import { WeekdayChoice, weekdayNumbers } from './weekday-choice.tsx'

interface Span {
  readonly weekdays: readonly number[]
  readonly from: string
  readonly to: string
}

const newSpan: Span = { weekdays: weekdayNumbers, from: '22:00', to: '07:00' }

export function QuietHours() {
  const spans = useSignal<readonly Span[]>(quietTime.value?.hours ?? [])
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const change = (index: number, changes: Partial<Span>) => {
    spans.value = spans.value.map((one, at) => (at === index ? { ...one, ...changes } : one))
  }
  const save = async () => {
    problem.value = spans.value.some(({ weekdays }) => weekdays.length === 0) ? t.needsWeekday : ''
    if (problem.value !== '' || isBusy.value) return
    isBusy.value = true
    try {
      // users without a time zone mean their device's clock
      if (accountZone.value === '' && spans.value.length > 0) await api.call(updateSettings, { timezone: zoneHere })
      await api.call(setQuietHours, {
        hours: spans.value.map(({ weekdays, from, to }) => ({ weekdays: [...weekdays], from, to })),
      })
      toast(t.savedHours)
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  return (
    <section aria-labelledby="quiet-hours">
      <h3 id="quiet-hours">{t.quietHours}</h3>
      <p class="soft">
        {t.timesIn(nameOfZone(accountZone.value) || t.noZone)}{' '}
        {(accountZone.value || 'UTC') !== zoneHere && (
          <button
            type="button"
            class="plain"
            onClick={() => void api.call(updateSettings, { timezone: zoneHere }).catch(showRefusal)}
          >
            {t.useZone(nameOfZone(zoneHere))}
          </button>
        )}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {spans.value.length === 0 && <p class="soft">{t.noQuietHours}</p>}
        {spans.value.map((span, index) => (
          <SpanFields key={index} span={span} number={index + 1} change={(changes) => change(index, changes)}>
            <IconButton
              label={t.removeHours}
              run={() => {
                spans.value = spans.value.filter((_, at) => at !== index)
              }}
            >
              <Icon name="trash" />
            </IconButton>
          </SpanFields>
        ))}
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="quiet-buttons">
          <button
            type="button"
            class="button"
            disabled={spans.value.length >= maxQuietSpans}
            onClick={() => {
              spans.value = [...spans.value, newSpan]
            }}
          >
            {t.addHours}
          </button>
          <button type="submit" class="button primary" disabled={isBusy.value}>
            {t.saveHours}
          </button>
        </div>
      </form>
    </section>
  )
}

interface SpanProps {
  readonly span: Span
  readonly number: number
  readonly change: (changes: Partial<Span>) => void
  readonly children: ComponentChildren
}

function SpanFields({ span, number, change, children }: SpanProps) {
  const { weekdays, from, to } = span
  return (
    <fieldset class="quiet-span">
      <legend class="visually-hidden">{t.hoursOf(number)}</legend>
      <WeekdayChoice weekdays={weekdays} change={(chosen) => change({ weekdays: chosen })} />
      <div class="quiet-clock">
        <label>
          {t.hoursFrom}
          <input
            type="time"
            required
            value={from}
            onInput={(event) => change({ from: event.currentTarget.value.slice(0, 5) })}
          />
        </label>
        <label>
          {t.hoursTo}
          <input
            type="time"
            required
            value={to}
            onInput={(event) => change({ to: event.currentTarget.value.slice(0, 5) })}
          />
        </label>
        {to <= from && <span class="soft">{to === from ? t.wholeDay : t.nextDay}</span>}
        {children}
      </div>
    </fieldset>
  )
}
