import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isSettings } from '../narrow/settings-addresses.ts'
import { route } from '../navigation/route.ts'

const controls = 'input, select, textarea, button'

/**
 * Whether the address points to the setting with that id. If so, its row is scrolled into view, and its first control,
 * or else the row, gets the focus. `isThere`: whether the row has been rendered.
 */
export function useLinkedRow<T extends HTMLElement>(
  id: string,
  isThere = true,
): { row: RefObject<T | null>; isLinked: boolean } {
  const row = useRef<T>(null)
  const { value } = route
  const isLinked = id !== '' && isSettings(value) && value.detail === id
  useEffect(() => {
    const { current } = row
    if (!isLinked || !isThere || !current) return
    current.scrollIntoView({ block: 'center' })
    const control = current.matches(controls) ? null : current.querySelector<HTMLElement>(controls)
    ;(control ?? current).focus({ preventScroll: true })
  }, [isLinked, isThere])
  return { row, isLinked }
}
