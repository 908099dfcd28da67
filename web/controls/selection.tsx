import type { Signal } from '@preact/signals'
import type { User } from '../../src/features/people/users/wire.ts'
import { s } from '../texts/members.ts'
import { SelectAll, select } from './select-all.tsx'

export interface Selection {
  readonly chosen: Signal<ReadonlySet<number>>
  can(userId: number): boolean
  remove(people: readonly number[]): void
}

export function SelectionLine({ selection, shown }: { selection: Selection; shown: readonly number[] }) {
  const { chosen, can, remove } = selection
  const possible = shown.filter(can)
  // leave out users who were removed in the meantime
  const those = possible.filter((id) => chosen.value.has(id))
  if (possible.length < 2 && those.length === 0) return null
  return (
    <div class="selection-line">
      <SelectAll label={s.chooseAll} chosen={chosen} ids={possible} />
      <button
        type="button"
        class="button"
        disabled={those.length === 0}
        onClick={() => {
          chosen.value = new Set()
          remove(those)
        }}
      >
        {s.removeChosen(those.length)}
      </button>
    </div>
  )
}

export const Mark = ({
  selection: { chosen, can },
  user: { user_id, full_name },
}: {
  selection: Selection
  user: User
}) => (
  <input
    type="checkbox"
    class="selection-mark"
    aria-label={s.choose(full_name)}
    disabled={!can(user_id)}
    checked={chosen.value.has(user_id) && can(user_id)}
    onChange={({ currentTarget }) => select(chosen, user_id, currentTarget.checked)}
  />
)
