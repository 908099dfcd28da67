import { markRead } from '../store/reading.ts'

const seenMs = 300

/** Marks messages as read after their end was in view for a while in a focused window. */
export function readWhatIsSeen(view: HTMLElement, content: HTMLElement, stopped: AbortSignal): void {
  if (stopped.aborted) return
  const waiting = new Map<Element, ReturnType<typeof setTimeout>>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
        const endIsSeen = isIntersecting && boundingClientRect.bottom <= (rootBounds?.bottom ?? 0) + 1
        clearTimeout(waiting.get(target))
        waiting.delete(target)
        if (endIsSeen)
          waiting.set(
            target,
            setTimeout(() => seen(target), seenMs),
          )
      }
    },
    { root: view, threshold: [0, 0.5, 1] },
  )
  const seen = (target: Element) => {
    waiting.delete(target)
    if (!document.hasFocus()) return
    observer.unobserve(target)
    markRead([Number((target as HTMLElement).dataset.message)])
  }
  const look = () => {
    for (const row of content.querySelectorAll('article.unread')) {
      observer.unobserve(row)
      observer.observe(row)
    }
  }
  look()
  addEventListener('focus', look, { signal: stopped })
  stopped.addEventListener('abort', () => {
    observer.disconnect()
    for (const timer of waiting.values()) clearTimeout(timer)
  })
}
