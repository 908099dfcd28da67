import '../people/people.css'
import './running.css'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { r } from '../../texts/running.ts'

const pageSize = 50

export interface ReviewRow {
  readonly isBusy: boolean
  /** Runs an action on the item, and reloads the list; an error is shown at the item. */
  run(act: () => Promise<unknown>): void
  reload(): Promise<void>
}

export interface ShownPage<T> {
  readonly items: readonly T[]
  readonly has_more: boolean
  /** Number of items, including those that aren't shown yet; unknown for some lists. */
  readonly total?: number
}

/** A list whose first items are shown. */
export interface ShownList {
  readonly total: number
  showAll(): void
  reload(): Promise<void>
}

interface Props<T> {
  readonly list: string
  readonly loading: string
  readonly empty: string
  /** Events that change the list. */
  readonly types: readonly string[]
  readonly maxItems: number
  fetchPage(limit: number): Promise<ShownPage<T>>
  /** Shown above a list that isn't empty. */
  above?(items: readonly T[], list: ShownList): ComponentChildren
  details(item: T, items: readonly T[]): ComponentChildren
  buttons(item: T, row: ReviewRow): ComponentChildren
}

/** A list of what moderators review, with buttons for each item. */
export function ReviewList<T extends { readonly id: number }>(props: Props<T>) {
  const { types, maxItems, fetchPage, details, buttons } = props
  const limit = useSignal(pageSize)
  const actions = useActions()
  const { value, problem, reload } = useLoaded(() => fetchPage(limit.value), { types, key: limit.value })
  const showAll = () => {
    limit.value = maxItems
  }
  return (
    <>
      {!value && <Loading problem={problem} label={props.loading} />}
      {value?.items.length === 0 && <p class="soft list-empty">{props.empty}</p>}
      {value &&
        value.items.length > 0 &&
        props.above?.(value.items, { total: value.total ?? value.items.length, showAll, reload })}
      <ul class="records" aria-label={props.list}>
        {value?.items.map((item) => (
          <li key={item.id}>
            <div class="record-words">
              {details(item, value.items)}
              <Refusal text={actions.problem(item.id)} />
            </div>
            <div class="record-buttons">
              {buttons(item, {
                isBusy: actions.isBusy(item.id),
                run: (act) => actions.run(item.id, () => act().finally(reload)),
                reload,
              })}
            </div>
          </li>
        ))}
      </ul>
      {value?.has_more && limit.value < maxItems && (
        <button type="button" class="button" onClick={() => (limit.value = Math.min(maxItems, limit.value + pageSize))}>
          {r.more}
        </button>
      )}
    </>
  )
}
