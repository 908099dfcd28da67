import { type ComponentChildren, render } from 'preact'
import './dialog.css'
import { a } from '../texts/actions.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { isComposing } from './is-composing.ts'
import { focusTarget, keepFocus } from './kept-focus.ts'
import { showLayer } from './show-layer.ts'

interface Options {
  readonly title: string
  readonly class?: string
  /** Gets the focus afterwards if the previous element is gone. By default, the main view does. */
  readonly returnTo?: () => HTMLElement | null
  /** Asked before anything closes it; resolves to false to keep it open. */
  readonly canClose?: () => Promise<boolean>
}

/** Opens a modal dialog; closing it restores the focus and resolves the promise. */
export function openDialog(
  { title, class: more = '', returnTo, canClose }: Options,
  content: (close: () => void) => ComponentChildren,
): Promise<void> {
  const before = document.activeElement as HTMLElement | null
  const dialog = document.createElement('dialog')
  dialog.className = `dialog ${more}`
  dialog.setAttribute('aria-label', title)
  const close = canClose ? () => void closeIfAllowed() : () => dialog.close()
  let isAsking = false
  const closeIfAllowed = async () => {
    if (isAsking) return
    isAsking = true
    if (!canClose || (await canClose())) dialog.close()
    isAsking = false
  }
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
  // close on clicks on the backdrop if press and release are there: selecting text past the edge doesn't close it
  let isPressed = false
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return target === dialog && (x < left || x > right || y < top || y > bottom)
  }
  dialog.addEventListener('pointerdown', (event) => (isPressed = isBeside(event)))
  dialog.addEventListener('click', (event) => isPressed && isBeside(event) && close())
  const endKeeping = keepFocus(dialog)
  if (canClose) {
    // Chromium closes a dialog on the second Escape in a row whatever listeners of `cancel` say
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
      if (dialog.querySelector(':popover-open')) return
      event.preventDefault()
      close()
    })
    dialog.addEventListener('cancel', (event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    })
  }
  showLayer(dialog, canClose && closeIfAllowed)
  focusFirstField(dialog)
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      endKeeping()
      render(null, dialog)
      dialog.remove()
      const there = before?.isConnected && before !== document.body ? before : undefined
      const to = there ?? returnTo?.() ?? focusTarget(before) ?? document.getElementById('messages')
      // focused too early, while Chromium still treats what's behind the dialog as inert, a field has no caret
      to?.blur()
      to?.focus({ preventScroll: true })
      resolve()
    }),
  )
}

/** A dialog that begins with a text field starts there. Fields with suggestions don't count: they'd cover the others. */
function focusFirstField(dialog: HTMLDialogElement): void {
  const first = dialog.querySelector<HTMLElement>(
    ':is(input, select, textarea, button, a[href]):not(.dialog-head *, :disabled)',
  )
  if (
    first?.matches(
      'textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [role="combobox"], [readonly])',
    )
  )
    first.focus()
}
