import { chosen, focusWhenOpen } from '../compose/target.ts'
import { conversationOf } from '../narrow/narrow.ts'
import { view } from '../navigation/left-view.ts'
import { narrow } from '../navigation/route.ts'

const isTouch = matchMedia('(pointer: coarse)')

/** Focuses the view that was just opened: the compose box of a conversation, or else the view itself. */
export function focusOpened(): void {
  const isConversation = narrow.peek() !== undefined && conversationOf(narrow.peek() ?? []) !== undefined
  // on phones, the keyboard would cover the view
  if (isConversation && !chosen.peek() && !isTouch.matches) {
    focusWhenOpen.value = true
    return
  }
  requestAnimationFrame(() => {
    const opened = view()
    if (opened && !opened.contains(document.activeElement)) opened.focus({ preventScroll: true })
  })
}
