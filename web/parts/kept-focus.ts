import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex]']
  .map((each) => `${each}:not(:disabled, [tabindex="-1"])`)
  .join()

/** After these, the focus is where the user wants it. */
const inputs = ['keydown', 'pointerdown'] as const

/** Elements that took the focus from removed ones, for dialogs opened from there. */
const standIns = new WeakMap<Element, HTMLElement>()

/** The element to restore the focus to: the original, or its replacement if it was removed. */
export function focusTarget(before: HTMLElement | null): HTMLElement | undefined {
  for (let one = before ?? undefined; one && one !== document.body; one = standIns.get(one))
    if (one.isConnected) return one
  return undefined
}

/**
 * When the focused element is removed or disabled, focuses its successor or predecessor. A button that was only disabled
 * while it worked gets the focus back. Returns a stop function.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | undefined
  /** The disabled element whose focus `last` has. */
  let disabled: HTMLElement | undefined
  const isLost = (one: HTMLElement) => !one.isConnected || one.matches(':disabled')
  const onFocus = ({ target }: FocusEvent) => {
    if (target !== last) disabled = undefined
    last = target as HTMLElement
  }
  const onInput = () => {
    disabled = undefined
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget instanceof Element && !root.contains(relatedTarget)
    // a dialog gives the focus back; losing the focus because the element was removed isn't leaving
    if (isElsewhere && !relatedTarget.closest('dialog')) last = undefined
    else
      setTimeout(() => {
        if (target === last && last && !isLost(last) && document.activeElement === document.body) last = undefined
      })
  }
  const changes = new MutationObserver((records) => {
    if (!last) return
    const { activeElement: held } = document
    if (disabled && held === last && !isLost(disabled)) {
      disabled.focus({ preventScroll: true })
    } else if (isLost(last)) {
      const next = replacement(root, last, records)
      if (!next) return
      standIns.set(last, next)
      const before = disabled ?? (last.isConnected ? last : undefined)
      const isHeld = held === document.body || held === last
      last = next
      if (isHeld) next.focus({ preventScroll: true })
      disabled = isHeld ? before : undefined
    } else if (held === document.body && root.contains(last)) {
      // the element was moved within its list
      last.focus({ preventScroll: true })
    }
  })
  root.addEventListener('focusin', onFocus)
  root.addEventListener('focusout', onBlur)
  for (const type of inputs) root.addEventListener(type, onInput)
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    root.removeEventListener('focusin', onFocus)
    root.removeEventListener('focusout', onBlur)
    for (const type of inputs) root.removeEventListener(type, onInput)
    changes.disconnect()
  }
}

export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), [])
}

const focusablesIn = (node: Node | null): HTMLElement[] =>
  node instanceof HTMLElement
    ? [...(node.matches(focusable) ? [node] : []), ...node.querySelectorAll<HTMLElement>(focusable)]
    : []

function replacement(
  root: HTMLElement,
  gone: HTMLElement,
  records: readonly MutationRecord[],
): HTMLElement | undefined {
  if (gone.isConnected) return nearest(root, gone.parentNode, gone.previousSibling, gone.nextSibling, 0)
  for (const { target, removedNodes, previousSibling, nextSibling } of records)
    for (const removed of removedNodes)
      if (removed.contains(gone)) {
        // the corresponding element in the next row
        const at = Math.max(0, focusablesIn(removed).indexOf(gone))
        return nearest(root, target, previousSibling, nextSibling, at)
      }
  return undefined
}

/** The corresponding element in the nearest focusable neighbor: after, before, or around. */
function nearest(root: HTMLElement, parent: Node | null, before: Node | null, after: Node | null, at: number) {
  const among = (node: Node) => {
    const all = root.contains(node) ? focusablesIn(node) : []
    return all[Math.min(at, all.length - 1)]
  }
  for (let one = after; one; one = one.nextSibling) {
    const found = among(one)
    if (found) return found
  }
  for (let one = before; one; one = one.previousSibling) {
    const found = among(one)
    if (found) return found
  }
  if (!parent || parent === root) return focusablesIn(root)[0]
  return nearest(root, parent.parentNode, parent.previousSibling, parent.nextSibling, 0)
}
