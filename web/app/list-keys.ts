/** What keys do in a view that is a list of conversations. */
export interface ListKeys {
  step(by: 1 | -1): void
  /** Marks as read what the row with the focus stands for. */
  read?(): void
  readAll?(): void
  undo?(): void
  fold?(isFolded: boolean): void
  filter?(): void
  later?(): void
}

const open: ListKeys[] = []

/** To be called by a view while it is shown; answers how to end that. */
export function takeListKeys(keys: ListKeys): () => void {
  open.push(keys)
  return () => {
    open.splice(open.indexOf(keys), 1)
  }
}

/** Does something with the list that is open; false where there is none, or none that can. */
export function onList(act: (keys: ListKeys) => unknown): false | undefined {
  const keys = open.at(-1)
  return keys && act(keys) !== false ? undefined : false
}
