import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isSettings } from '../narrow/settings-addresses.ts'
import { route } from '../navigation/route.ts'

const controls = 'input, select, textarea, button'

/**
 * Whether the address asks for the setting with that id; its row is brought into view then, and the first control of it
 * has the focus, or the row itself. `isThere` says whether the row is drawn already.
 */
export function useAsked<T extends HTMLElement>(
  id: string,
  isThere = true,
): { row: RefObject<T | null>; isAsked: boolean } {
  const row = useRef<T>(null)
  const { value } = route
  const isAsked = id !== '' && isSettings(value) && value.detail === id
  useEffect(() => {
    const { current } = row
    if (!isAsked || !isThere || !current) return
    current.scrollIntoView({ block: 'center' })
    const control = current.matches(controls) ? null : current.querySelector<HTMLElement>(controls)
    ;(control ?? current).focus({ preventScroll: true })
  }, [isAsked, isThere])
  return { row, isAsked }
}
