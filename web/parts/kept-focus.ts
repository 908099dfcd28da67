import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex]']
  .map((each) => `${each}:not(:disabled, [tabindex="-1"])`)
  .join()

/** Who has the focus in place of what is gone, for dialogs that were opened from there. */
const standIns = new WeakMap<Element, HTMLElement>()

/** What is to have the focus that something had: itself while it is there, else what stands in for it. */
export function focusTarget(before: HTMLElement | null): HTMLElement | undefined {
  for (let one = before ?? undefined; one && one !== document.body; one = standIns.get(one))
    if (one.isConnected) return one
  return undefined
}

/**
 * Where what has the focus is taken away, or can do nothing any more, something near it gets the focus: what stands in
 * its place then, else what stands before that. Answers how to end this.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | undefined
  const isLost = (one: HTMLElement) => !one.isConnected || one.matches(':disabled')
  const onFocus = ({ target }: FocusEvent) => {
    last = target as HTMLElement
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget instanceof Element && !root.contains(relatedTarget)
    // who looks into a dialog comes back; one whose button is taken away has not left
    if (isElsewhere && !relatedTarget.closest('dialog')) last = undefined
    else
      setTimeout(() => {
        if (target === last && last && !isLost(last) && document.activeElement === document.body) last = undefined
      })
  }
  const changes = new MutationObserver((records) => {
    if (!last) return
    const { activeElement: held } = document
    if (isLost(last)) {
      const next = replacement(root, last, records)
      if (!next) return
      standIns.set(last, next)
      if (held === document.body || held === last) next.focus({ preventScroll: true })
      last = next
    } else if (held === document.body && root.contains(last)) {
      // it was moved within its list
      last.focus({ preventScroll: true })
    }
  })
  root.addEventListener('focusin', onFocus)
  root.addEventListener('focusout', onBlur)
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    root.removeEventListener('focusin', onFocus)
    root.removeEventListener('focusout', onBlur)
    changes.disconnect()
  }
}

/** For what is there as long as its component is. */
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
        // in another row, what does the same there
        const at = Math.max(0, focusablesIn(removed).indexOf(gone))
        return nearest(root, target, previousSibling, nextSibling, at)
      }
  return undefined
}

/** The one at that place of the nearest thing that has some: behind, before, or around. */
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
