type Action = 'next' | 'previous' | 'fold' | 'unfold' | 'read' | 'readAll' | 'undo' | 'filter' | 'later'

/**
 * What keys do in a view that is a list of conversations; `read` and `later` are about the row with the focus. False:
 * there is nothing to do it with, and the key keeps what it means to the browser.
 */
export type ListKeys = { readonly [action in Action]?: (key: string) => unknown }

const open: ListKeys[] = []

/** To be called by a view while it is shown; answers how to end that. */
export function takeListKeys(keys: ListKeys): () => void {
  open.push(keys)
  return () => {
    open.splice(open.indexOf(keys), 1)
  }
}

/** Does something with the list that is open; false where there is none, or none that can. */
export function onList(action: Action, key: string): false | undefined {
  const act = open.at(-1)?.[action]
  return act && act(key) !== false ? undefined : false
}
