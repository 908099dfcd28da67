import { type ComponentChildren, render } from 'preact'
import './dialog.css'
import { a } from '../texts/actions.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { focusTarget, keepFocus } from './kept-focus.ts'
import { showLayer } from './show-layer.ts'

interface Options {
  readonly title: string
  /** Beside those of every dialog. */
  readonly class?: string
  /** Gets the focus afterwards, where what had it before is gone. */
  readonly returnTo?: () => HTMLElement | null
}

/**
 * Opens a dialog that keeps everything else away until it is closed; what had the focus has it again then. The promise
 * is kept when it is closed.
 */
export function openDialog(
  { title, class: more = '', returnTo }: Options,
  content: (close: () => void) => ComponentChildren,
): Promise<void> {
  const before = document.activeElement as HTMLElement | null
  const dialog = document.createElement('dialog')
  dialog.className = `dialog ${more}`
  dialog.setAttribute('aria-label', title)
  const close = () => dialog.close()
  document.body.append(dialog)
  render(
    <>
      <div class="dialog-head">
        <h2 dir="auto">{title}</h2>
        <IconButton label={a.close} run={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      {content(close)}
    </>,
    dialog,
  )
  // beside it is outside of it; pressed there and let go there, so that one can think better of it, and a selection that
  // ends beside it closes nothing
  let isPressed = false
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return target === dialog && (x < left || x > right || y < top || y > bottom)
  }
  dialog.addEventListener('pointerdown', (event) => (isPressed = isBeside(event)))
  dialog.addEventListener('click', (event) => isPressed && isBeside(event) && close())
  const endKeeping = keepFocus(dialog)
  showLayer(dialog)
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      endKeeping()
      render(null, dialog)
      dialog.remove()
      const there = before?.isConnected && before !== document.body ? before : undefined
      const to = there ?? returnTo?.() ?? focusTarget(before)
      // the browser itself may have given the focus back too early, while Chromium takes what is behind a dialog for inert:
      // the field has the focus then, but no caret, and keys write nothing
      to?.blur()
      to?.focus({ preventScroll: true })
      resolve()
    }),
  )
}
