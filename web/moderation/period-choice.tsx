import type { Signal } from '@preact/signals'
import type { UserId } from '#contract'
import { countDeletable } from '../../src/features/messages/moderation/deletions/api.ts'
import { type DeletionPeriod, deletionPeriods } from '../../src/features/messages/moderation/wire.ts'
import { useLoaded } from '../controls/loaded.ts'
import { m } from '../texts/moderation.ts'
import { api } from '../transport/api.ts'

export type Choice = DeletionPeriod | 'none'

interface Props {
  readonly userId: UserId
  readonly chosen: Signal<Choice>
  /** Also offers to keep all messages. */
  readonly canKeep: boolean
}

/** Which of a person's messages to delete, with how many there are. */
export function PeriodChoice({ userId, chosen, canKeep }: Props) {
  const { value, problem } = useLoaded(() => api.call(countDeletable, { user_id: userId }), { key: userId })
  const countText = (period: DeletionPeriod) => {
    if (!value) return '…'
    const { count, is_more } = value[period]
    return (is_more ? m.moreThan : m.count)(count)
  }
  const labelOf = (one: Choice) => {
    if (one === 'none') return m.keepMessages
    return canKeep ? m.deletePeriod(m.periods[one]) : m.periods[one]
  }
  return (
    <>
      <fieldset>
        <legend>{canKeep ? m.theirMessages : m.sentIn}</legend>
        {[...(canKeep ? (['none'] as const) : []), ...deletionPeriods].map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="period" checked={chosen.value === one} onChange={() => (chosen.value = one)} />
            {labelOf(one)}
            {one !== 'none' && <span class="soft small">{countText(one)}</span>}
          </label>
        ))}
      </fieldset>
      {problem !== '' && (
        <p class="setting-problem" role="alert">
          {problem}
        </p>
      )}
      {chosen.value !== 'none' && <p class="soft small">{m.deleteHelp}</p>}
    </>
  )
}
