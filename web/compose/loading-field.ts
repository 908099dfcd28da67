import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Props of an element in the compose box that takes the focus until a field can, and passes on what's typed: keys pressed
 * elsewhere would be shortcuts.
 */
export function useLoadingField(takesFocus: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const typed = useRef('')
  useLayoutEffect(() => {
    if (takesFocus) ref.current?.focus()
    return () => {
      const text = typed.current
      if (text === '') return
      const insert = ({ target }: FocusEvent) => {
        const focused = target as Element
        // a later part of the compose box that isn't loaded either
        if (focused.ariaBusy) return
        removeEventListener('focusin', insert)
        if (focused.closest('#compose')) document.execCommand('insertText', false, text)
      }
      addEventListener('focusin', insert)
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.stopPropagation()
    // on Windows, AltGr counts as Ctrl and Alt, and types characters such as @
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return
    event.preventDefault()
    if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
    else if (event.key.length === 1) typed.current += event.key
  }
  return { ref, tabIndex: -1, 'aria-busy': true, onKeyDown }
}
