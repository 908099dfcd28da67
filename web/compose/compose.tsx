import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { t } from '../texts/index.ts'
import { composeBoxKey, focusWhenOpen, newTopic, target } from './target.ts'

/** Takes the focus until the compose box can, and passes on what's typed: keys pressed elsewhere would be shortcuts. */
function LoadingBox() {
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef('')
  useLayoutEffect(() => {
    if (focusWhenOpen.peek()) box.current?.focus()
    return () => {
      const text = typed.current
      if (text === '') return
      const insert = ({ target }: FocusEvent) => {
        if ((target as Element).closest('#compose')) document.execCommand('insertText', false, text)
      }
      addEventListener('focusin', insert, { once: true })
    }
  }, [])
  const take = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.stopPropagation()
    // on Windows, AltGr counts as Ctrl and Alt, and types characters such as @
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return
    event.preventDefault()
    if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
    else if (event.key.length === 1) typed.current += event.key
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a field
  return <div class="compose" id="compose" aria-busy="true" ref={box} tabIndex={-1} onKeyDown={take} />
}

const ComposeBox = later(
  () =>
    Promise.all([import('./compose-box.tsx'), import('./begin.ts')]).then(([box, { beginComposing }]) => {
      beginComposing()
      return box.ComposeBox
    }),
  <LoadingBox />,
)

export const preloadComposeBox = ComposeBox.preload

export function Compose() {
  // wide screens have this button in the sidebar
  if (!target.value)
    return (
      <div class="compose closed" id="compose">
        <button type="button" class="quiet-button" onClick={newTopic}>
          <Icon name="pen" /> {t.newMessage}
        </button>
      </div>
    )
  return <ComposeBox key={composeBoxKey.value} />
}
