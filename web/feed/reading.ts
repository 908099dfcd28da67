import { part } from '../store/connection.ts'
import { markRead } from '../store/reading.ts'

const settings = part<{ web_mark_read_on_scroll_policy?: number }>('user_settings')
const [inConversations, never] = [2, 3]

/** True if viewing marks messages as read, by the user's setting for conversations and mixed views. */
export function readsBySeeing(isMixed: boolean): boolean {
  const policy = settings.value?.web_mark_read_on_scroll_policy
  return policy !== never && !(policy === inConversations && isMixed)
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Calls `use` on the first scroll, click, or key press. Returns a function that stops listening. */
export function onceInUse(use: () => void): () => void {
  const waiting = new AbortController()
  const { signal } = waiting
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'input'])
    addEventListener(name, use, { signal, capture: true, passive: true })
  addEventListener('keydown', ({ key }) => modifiers.has(key) || use(), { signal, capture: true })
  return () => waiting.abort()
}

const seenMs = 300

/** Marks messages as read after their end was in view for a while in a focused window. Returns a stop function. */
export function readWhatIsSeen(view: HTMLElement, content: HTMLElement): () => void {
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
  addEventListener('focus', look)
  return () => {
    removeEventListener('focus', look)
    observer.disconnect()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
