import { computed, effect, signal } from '@preact/signals'
import { channelOf, conversationOf, isSearch, type Narrow, narrowKey, reactionsNarrow } from '../narrow/narrow.ts'
import { address, narrow } from '../navigation/route.ts'
import { addLayer } from '../parts/layers.ts'
import { typeAhead } from '../parts/typed-ahead.ts'
import { ownId } from '../store/people.ts'

/** Whether somebody has asked for the field to search in. */
export const isOpen = signal(false)
/** Counts questions for the field, which takes the focus with each. */
export const asked = signal(0)

/** Whether what is shown is what was searched for. */
export const showsResults = computed(
  () => narrow.value !== undefined && isSearch(narrow.value) && !isReactions(narrow.value),
)

/** A view with a name of its own, although its address is that of a search. */
export const isReactions = (shown: Narrow): boolean => narrowKey(shown) === narrowKey(reactionsNarrow(ownId.value))

/** Where somebody was who opened it: what one may mean by `here`. */
export const origin = signal<Narrow | undefined>(undefined)

/** What had the focus before, which has it again when nothing is searched for. */
let before: Element | null = null

export function openSearch(): void {
  const here = narrow.peek()
  if (!showsResults.peek())
    origin.value = here && (conversationOf(here) || channelOf(here) !== undefined) ? here : undefined
  before = document.activeElement
  typeAhead()
  isOpen.value = true
  asked.value++
}

effect(() => (isOpen.value && !showsResults.peek() ? addLayer(closeSearch) : undefined))

// who goes elsewhere searches no more
effect(() => {
  address.value
  isOpen.value = false
})

/** Whether results that are about to be shown are to take the focus. */
export const leadsToResults = { current: false }

export function closeSearch(): void {
  isOpen.value = false
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
}

/** The place without the words: the conversation or the channel in which something is searched for. */
export const placeOf = (of: Narrow): Narrow =>
  of.filter(({ operator, negated }) => !negated && ['channel', 'topic', 'dm'].includes(operator))
