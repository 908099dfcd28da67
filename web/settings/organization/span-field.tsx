import { useSignal } from '@preact/signals'
import { type DurationUnit, unitSecs } from '#contract'
import { Choice } from '../../controls/choice.tsx'
import type { Saving } from '../../controls/saving.ts'
import { useField } from '../../controls/setting.tsx'
import { isComposing } from '../../parts/is-composing.ts'
import { o } from '../../texts/organization.ts'
import { spanText } from '../../texts/span.ts'

/** Stands for a custom duration: no duration is negative. */
const another = -2

interface Props {
  /** Seconds; `none` for no limit. */
  readonly saving: Saving<number>
  readonly none: { readonly value: number; readonly label: string }
  readonly presets: readonly number[]
  readonly units: readonly DurationUnit[]
}

export function SpanField({ saving, none, presets, units }: Props) {
  const { isLocked } = useField()
  const isOther = useSignal(false)
  const known = [...new Set([...presets, saving.value])].filter((secs) => secs > 0).sort((a, b) => a - b)
  const options = [
    { value: none.value, label: none.label },
    ...known.map((secs) => ({ value: secs, label: spanText(secs) })),
    { value: another, label: o.anotherTime },
  ]
  const run = (value: number) => {
    isOther.value = value === another
    return value === another ? Promise.resolve(false) : saving.run(value)
  }
  return (
    <>
      <Choice saving={{ ...saving, run }} options={options} />
      {isOther.value && !isLocked && (
        <OtherSpan units={units} close={() => (isOther.value = false)} run={(secs) => saving.run(secs)} />
      )}
    </>
  )
}

const maxDigits = 5

function OtherSpan({
  units,
  run,
  close,
}: {
  units: readonly DurationUnit[]
  run(secs: number): Promise<boolean>
  close(): void
}) {
  const count = useSignal('')
  const unit = useSignal<DurationUnit>(units[0] ?? 'minute')
  const fits = /^\d+$/.test(count.value.trim()) && Number(count.value) > 0
  return (
    <form
      class="span-form"
      onSubmit={async (event) => {
        event.preventDefault()
        if (fits && (await run(Number(count.value) * unitSecs[unit.value]))) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        aria-label={o.howMany}
        maxLength={maxDigits}
        value={count.value}
        onInput={({ currentTarget }) => (count.value = currentTarget.value)}
      />
      <select
        aria-label={o.unit}
        value={unit.value}
        onChange={({ currentTarget }) => (unit.value = currentTarget.value as DurationUnit)}
      >
        {units.map((one) => (
          <option key={one} value={one}>
            {o.units[one]}
          </option>
        ))}
      </select>
      <button type="submit" class="button primary" disabled={!fits}>
        {o.save}
      </button>
    </form>
  )
}
