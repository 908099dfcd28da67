import './dialog.css'
import { type ComponentChildren, render } from 'preact'

interface Options {
  readonly title: string
  /** Called when the content asks to close it; false keeps it open. */
  isOver(): boolean
  content(done: () => void): ComponentChildren
}

const shown = new Set<string>()

/** A dialog that Escape doesn't close. It's shown once at a time, and what the user was writing stays. */
export function openRequiredDialog({ title, isOver, content }: Options): void {
  if (shown.has(title) || isOver()) return
  shown.add(title)
  const before = document.activeElement as HTMLElement | null
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('aria-label', title)
  dialog.tabIndex = -1
  // browsers without this attribute reach the listeners below
  dialog.setAttribute('closedby', 'none')
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  const show = () => {
    dialog.showModal()
    // not a button: the user may be about to press Enter in the compose box
    dialog.focus()
  }
  dialog.addEventListener('close', () => {
    if (shown.has(title)) show()
  })
  const done = () => {
    if (!shown.has(title) || !isOver()) return
    shown.delete(title)
    dialog.close()
    render(null, dialog)
    dialog.remove()
    const to = before?.isConnected && before !== document.body ? before : document.getElementById('messages')
    to?.blur()
    to?.focus({ preventScroll: true })
  }
  document.body.append(dialog)
  render(content(done), dialog)
  show()
}
