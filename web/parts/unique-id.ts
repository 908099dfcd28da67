import { useRef } from 'preact/hooks'

let given = 0

/** A page-wide unique ID: `useId` repeats IDs in separate render roots, such as dialogs. */
export function useUniqueId(): string {
  const id = useRef('')
  id.current ||= `u${++given}`
  return id.current
}
