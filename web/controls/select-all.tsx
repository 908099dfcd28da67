import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { reasonOf } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'

interface Props {
  label(count: number): string
  readonly chosen: Signal<ReadonlySet<number>>
  /** All in the list that can be selected. */
  readonly ids: readonly number[]
  /** Set if the list shows only some of what can be selected. */
  readonly more?: More | undefined
}

interface More {
  /** Number of items, including those in the list. */
  readonly total: number
  /** The IDs of all of them. */
  load(): Promise<readonly number[]>
}

/** A checkbox that selects everything in a list, or clears the selection, and then a button that also selects the rest. */
export function SelectAll({ label, chosen, ids, more }: Props) {
  const boxRef = useRef<HTMLInputElement>(null)
  const isLoading = useSignal(false)
  const count = ids.filter((id) => chosen.value.has(id)).length
  const isAll = count === ids.length
  const selected = isAll && more ? Math.min(Math.max(count, chosen.value.size), more.total) : ids.length
  const selectRest = async ({ load }: More) => {
    isLoading.value = true
    try {
      chosen.value = new Set(await load())
      // the button disappears
      boxRef.current?.focus()
    } catch (refusal) {
      toast(reasonOf(refusal))
    }
    isLoading.value = false
  }
  return (
    <span class="select-all">
      <label class="pick">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            boxRef.current = box
            if (box) box.indeterminate = count > 0 && !isAll
          }}
          onChange={() => {
            chosen.value = new Set(isAll ? [] : ids)
          }}
        />
        <span>{label(selected)}</span>
      </label>
      {more && isAll && selected < more.total && (
        <button type="button" class="button" disabled={isLoading.value} onClick={() => void selectRest(more)}>
          {label(more.total)}
        </button>
      )}
    </span>
  )
}

export function select(chosen: Signal<ReadonlySet<number>>, id: number, isSelected: boolean): void {
  const next = new Set(chosen.peek())
  if (isSelected) next.add(id)
  else next.delete(id)
  chosen.value = next
}
