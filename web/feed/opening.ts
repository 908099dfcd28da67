import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Anchor } from '../narrow/message-source.ts'
import { messageLeft, wasLeftAtEnd } from '../navigation/history.ts'
import type { Left } from '../navigation/left-view.ts'
import { address, repeats } from '../navigation/route.ts'
import type { MessageList } from '../store/message-list.ts'
import type { Viewport } from './viewport.ts'

const slowMs = 300

interface Opening {
  /** The message that the URL names. */
  readonly near: number | undefined
  /** Where to begin otherwise, unless the user comes back to a position. */
  readonly begin: Anchor
}

interface Opened {
  /** The position that the user came back to. */
  readonly back: Left['message']
  /** True once fetching takes noticeably long. */
  readonly isSlow: boolean
}

/** Opens the list where the URL or the history says, again each time a link to a message is followed. */
export function useOpening(list: MessageList, { near, begin }: Opening, viewport: Viewport): Opened {
  const first = useRef(list).current
  const isSlow = useSignal(false)
  const visit = near === undefined ? '' : `${repeats.value} ${address.value}`
  const back = useMemo(messageLeft, [list, near, visit])
  useEffect(() => {
    // a list that was moved here keeps its position
    if (list !== first && near === undefined && list.isOpen) return
    const slow = setTimeout(() => {
      isSlow.value = true
    }, slowMs)
    const isAtEnd = near === undefined ? list.isOpen && !list.isAhead : wasLeftAtEnd()
    const wanted = back?.id ?? (isAtEnd ? 'newest' : begin)
    viewport.forget(wanted)
    void list.open(wanted).finally(() => clearTimeout(slow))
    return () => clearTimeout(slow)
  }, [list, near, visit])
  return { back, isSlow: isSlow.value }
}
