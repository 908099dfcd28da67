import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { reasonOf } from '../parts/refusal.ts'
import { s } from '../texts/settings.ts'

interface Props<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  readonly nameOf: (item: T) => string
  readonly label: string
  readonly children: (item: T) => ComponentChildren
  readonly buttons?: (item: T) => ComponentChildren
  readonly empty: string
  /** Absent: the user can't remove items. */
  readonly remove?: ((item: T) => Promise<unknown>) | undefined
  readonly canRemove?: (item: T) => boolean
  /** Saves the new order, as keys. Absent: the order is fixed. */
  readonly arrange?: ((keys: readonly (string | number)[]) => Promise<unknown>) | undefined
}

/** Rows that can be removed, and reordered by dragging or with Alt and an arrow key. Errors are shown at the row. */
export function ListOf<T>({
  items,
  keyOf,
  nameOf,
  label,
  children,
  buttons,
  empty,
  remove,
  canRemove,
  arrange,
}: Props<T>) {
  const root = useRef<HTMLUListElement>(null)
  useKeptFocus(root)
  const problem = useSignal<{ readonly key: string | number; readonly text: string } | undefined>(undefined)
  const said = useSignal('')
  const dragged = useSignal<string | number | undefined>(undefined)
  const tried = (key: string | number, act: () => Promise<unknown>) => {
    problem.value = undefined
    act().catch((refusal: unknown) => {
      problem.value = { key, text: reasonOf(refusal) }
    })
  }
  const move = (key: string | number, to: number) => {
    const keys = items.map(keyOf)
    const from = keys.indexOf(key)
    if (!arrange || from < 0 || to < 0 || to >= keys.length || to === from) return
    keys.splice(from, 1)
    keys.splice(to, 0, key)
    said.value = s.movedTo(nameOf(items[from] as T), to + 1, keys.length)
    tried(key, () => arrange(keys))
  }
  if (items.length === 0) return <p class="soft list-empty">{empty}</p>
  return (
    <>
      <ul class="list-of" aria-label={label} ref={root}>
        {items.map((item, index) => {
          const key = keyOf(item)
          const name = nameOf(item)
          return (
            <li
              key={key}
              draggable={arrange !== undefined}
              class={dragged.value === key ? 'is-dragged' : ''}
              onDragStart={() => (dragged.value = key)}
              onDragEnd={() => (dragged.value = undefined)}
              onDragOver={(event) => dragged.value !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged.value !== undefined) move(dragged.value, index)
                dragged.value = undefined
              }}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !arrange) return
                event.preventDefault()
                move(key, index + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              <div class="list-row">
                <div class="list-words">{children(item)}</div>
                {arrange && (
                  <span class="list-order">
                    <IconButton label={s.moveUp(name)} disabled={index === 0} run={() => move(key, index - 1)}>
                      <span class="is-up">
                        <Icon name="down" />
                      </span>
                    </IconButton>
                    <IconButton
                      label={s.moveDown(name)}
                      disabled={index === items.length - 1}
                      run={() => move(key, index + 1)}
                    >
                      <Icon name="down" />
                    </IconButton>
                  </span>
                )}
                {buttons?.(item)}
                {remove && (canRemove?.(item) ?? true) && (
                  <IconButton label={s.remove(name)} run={() => tried(key, () => remove(item))}>
                    <Icon name="trash" />
                  </IconButton>
                )}
              </div>
              {problem.value?.key === key && (
                <p class="setting-problem" role="alert">
                  {problem.value.text}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {arrange && items.length > 1 && <p class="soft list-hint">{s.orderHint}</p>}
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
    </>
  )
}
