type Action = 'next' | 'previous' | 'fold' | 'unfold' | 'read' | 'readAll' | 'undo' | 'filter' | 'later'

/**
 * Key handlers of a list view; `read` and `later` apply to the focused row. Returning false leaves the key unhandled.
 */
export type ListKeys = { readonly [action in Action]?: (key: string) => unknown }

const open: ListKeys[] = []

/** Call while the view is shown. Returns a function that removes the handlers. */
export function takeListKeys(keys: ListKeys): () => void {
  open.push(keys)
  return () => {
    open.splice(open.indexOf(keys), 1)
  }
}

/** Runs a handler of the open list; false if there's none or it did nothing. */
export function onList(action: Action, key: string): false | undefined {
  const act = open.at(-1)?.[action]
  return act && act(key) !== false ? undefined : false
}
