import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** For the field that has the focus when what it is in appears, because somebody has just asked for that. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null)
  useLayoutEffect(() => {
    // a dialog that opens now chooses somebody else first
    queueMicrotask(() => field.current?.focus())
  }, [])
  return field
}
