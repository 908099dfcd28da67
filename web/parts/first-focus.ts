import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Ref for a field that gets the focus on mount, because the user just opened it. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null)
  useLayoutEffect(() => {
    // an opening dialog first focuses something else
    queueMicrotask(() => field.current?.focus())
  }, [])
  return field
}
