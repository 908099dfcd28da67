import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Anchor } from '../narrow/message-source.ts'
import { messageLeft, wasLeftAtEnd } from '../navigation/history.ts'
import type { Left } from '../navigation/left-view.ts'
import { address, repeats } from '../navigation/route.ts'
import type { MessageList } from '../store/message-list.ts'
import type { Viewport } from './viewport.ts'

interface Opening {
  /** The message that the URL names. */
  readonly near: number | undefined
  /** Where to begin otherwise, unless the user comes back to a position. */
  readonly begin: Anchor
}

/**
 * Opens the list where the URL or the history says, again each time a link to a message is followed. Returns the
 * position that the user came back to.
 */
export function useOpening(list: MessageList, { near, begin }: Opening, viewport: Viewport): Left['message'] {
  const first = useRef(list).current
  const visit = near === undefined ? '' : `${repeats.value} ${address.value}`
  const back = useMemo(messageLeft, [list, near, visit])
  useEffect(() => {
    // a list that was moved here keeps its position
    if (list !== first && near === undefined && list.isOpen) return
    const isAtEnd = near === undefined ? list.isOpen && !list.isAhead : wasLeftAtEnd()
    const wanted = back?.id ?? (isAtEnd ? 'newest' : begin)
    viewport.forget(wanted)
    void list.open(wanted)
  }, [list, near, visit])
  return back
}
