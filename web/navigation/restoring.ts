import { type Left, view } from './left-view.ts'

/** Keep trying for this long, because lazily loaded content takes a while to reach its old height. */
const patienceMs = 3_000

/** Restores scroll position and focus as soon as possible; stops at the first user input. */
export function restore({ top, focus, message }: Left): void {
  const until = Date.now() + patienceMs
  const end = new AbortController()
  for (const name of ['wheel', 'keydown', 'pointerdown'])
    addEventListener(name, () => end.abort(), { signal: end.signal, passive: true })
  const attempt = () => {
    if (end.signal.aborted || Date.now() > until) return end.abort()
    const shown = view()
    // a feed scrolls to its message itself
    const isFeed = shown?.classList.contains('feed') ?? false
    if (!shown) return void requestAnimationFrame(attempt)
    if (!isFeed && shown.scrollHeight - shown.clientHeight >= top) shown.scrollTop = top
    const wanted = focus === undefined ? undefined : shown.querySelector<HTMLElement>(focus)
    // replaces focus that the view set itself
    const isFree = document.activeElement === document.body || shown.contains(document.activeElement)
    if (wanted && isFree) wanted.focus({ preventScroll: true })
    const isThere = isFeed ? message === undefined || wanted !== null : Math.abs(shown.scrollTop - top) < 2
    if (isThere && (focus === undefined || wanted)) return end.abort()
    requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
