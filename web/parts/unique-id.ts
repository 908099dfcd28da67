import { useRef } from 'preact/hooks'

let given = 0

/** A name that no other element of the page has: hooks name things alike that are drawn apart, such as dialogs. */
export function useUniqueId(): string {
  const id = useRef('')
  id.current ||= `u${++given}`
  return id.current
}
