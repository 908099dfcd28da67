import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { p } from '../../texts/people-settings.ts'

export interface Picked {
  /** Includes ids that the list no longer shows. */
  readonly marked: ReadonlySignal<ReadonlySet<number>>
  readonly isAll: { readonly value: boolean }
  mark(id: number, isOn: boolean): void
  markAll(isOn: boolean): void
  clear(): void
}

export function usePicked(shown: ReadonlySignal<readonly { readonly user_id: number }[]>): Picked {
  const marked = useSignal<ReadonlySet<number>>(new Set())
  const isAll = useComputed(
    () => shown.value.length > 0 && shown.value.every(({ user_id }) => marked.value.has(user_id)),
  )
  return {
    marked,
    isAll,
    mark(id, isOn) {
      const next = new Set(marked.peek())
      if (isOn) next.add(id)
      else next.delete(id)
      marked.value = next
    },
    markAll(isOn) {
      marked.value = new Set(isOn ? shown.peek().map(({ user_id }) => user_id) : [])
    },
    clear() {
      marked.value = new Set()
    },
  }
}

export const PickAll = ({ picked, count }: { picked: Picked; count: number }) => (
  <label class="pick small">
    <input
      type="checkbox"
      checked={picked.isAll.value}
      onChange={({ currentTarget }) => picked.markAll(currentTarget.checked)}
    />
    {p.chooseAll(count)}
  </label>
)

export interface BulkAction {
  readonly label: string
  readonly isDanger?: boolean
  run(): void
}

/** Actions on the selected users. */
export const BulkBar = ({ actions, clear }: { actions: readonly BulkAction[]; clear: () => void }) => (
  <div class="bulk-bar" role="toolbar" aria-label={p.forChosen}>
    {actions.map(({ label, run, isDanger }) => (
      <button key={label} type="button" class={isDanger ? 'button danger' : 'button'} onClick={run}>
        {label}
      </button>
    ))}
    <button type="button" class="button quiet" onClick={clear}>
      {p.clear}
    </button>
  </div>
)
