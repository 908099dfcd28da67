import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { marksAsRead, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { part } from '../store/connection.ts'
import { readingPausedIn } from '../store/reading.ts'

const settings = part<{ web_mark_read_on_scroll_policy?: number }>('user_settings')
const [inConversations, never] = [2, 3]

/** True if viewing marks messages as read, by the user's setting for conversations and mixed views. */
function readsBySeeing(isMixed: boolean): boolean {
  const policy = settings.value?.web_mark_read_on_scroll_policy
  return policy !== never && !(policy === inConversations && isMixed)
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Calls `use` on the first scroll, click, or key press. Returns a function that stops listening. */
function onceInUse(use: () => void): () => void {
  const waiting = new AbortController()
  const { signal } = waiting
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'input'])
    addEventListener(name, use, { signal, capture: true, passive: true })
  addEventListener('keydown', ({ key }) => modifiers.has(key) || use(), { signal, capture: true })
  return () => waiting.abort()
}

interface Reading {
  readonly narrow: Narrow
  /** The message that a link leads to. */
  readonly near: number | undefined
  readonly isMixed: boolean
  readonly view: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLElement | null>
  /** New after every change of a message. */
  readonly rows: readonly unknown[]
}

/** Marks messages as read when they're seen, if the narrow and the user's settings say so. */
export function useReading({ narrow, near, isMixed, view, content, rows }: Reading): void {
  // a link shows a message in context: mark its surroundings as read only once the reader interacts
  const inUse = useSignal<number | undefined>(undefined)
  useEffect(() => {
    inUse.value = undefined
    return near === undefined
      ? undefined
      : onceInUse(() => {
          inUse.value = near
        })
  }, [near])
  const opened = useRef(narrow)
  useEffect(() => {
    opened.current = narrow
  }, [narrow])
  useEffect(
    () => () => {
      if (readingPausedIn.peek() === narrowKey(opened.current)) readingPausedIn.value = undefined
    },
    [],
  )
  const isPaused = (near !== undefined && inUse.value !== near) || readingPausedIn.value === narrowKey(narrow)
  const isReading = marksAsRead(narrow) && !isPaused && readsBySeeing(isMixed)
  useEffect(() => {
    if (!isReading) return
    const stopped = new AbortController()
    // the first view doesn't need it
    void import('./seen.ts').then(({ readWhatIsSeen }) => {
      if (view.current && content.current) readWhatIsSeen(view.current, content.current, stopped.signal)
    })
    return () => stopped.abort()
  }, [isReading, rows])
}
