import type { Signal } from '@preact/signals'

interface Props {
  readonly label: string
  readonly chosen: Signal<ReadonlySet<number>>
  /** All that can be selected. */
  readonly ids: readonly number[]
}

/** A checkbox that selects everything in a list, or clears the selection. */
export function SelectAll({ label, chosen, ids }: Props) {
  const count = ids.filter((id) => chosen.value.has(id)).length
  const isAll = count === ids.length
  return (
    <label class="pick">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        onChange={() => {
          chosen.value = new Set(isAll ? [] : ids)
        }}
      />
      <span>{label}</span>
    </label>
  )
}

export function select(chosen: Signal<ReadonlySet<number>>, id: number, isSelected: boolean): void {
  const next = new Set(chosen.peek())
  if (isSelected) next.add(id)
  else next.delete(id)
  chosen.value = next
}
