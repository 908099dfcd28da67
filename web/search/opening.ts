import { computed, effect, signal } from '@preact/signals'
import { channelOf, conversationOf, isSearch, type Narrow, narrowKey, reactionsNarrow } from '../narrow/narrow.ts'
import { address, narrow } from '../navigation/route.ts'
import { addLayer } from '../parts/layers.ts'
import { typeAhead } from '../parts/typed-ahead.ts'
import { ownId } from '../store/people.ts'

export const isOpen = signal(false)
/** Counts requests to focus the field. */
export const asked = signal(0)

export const showsResults = computed(
  () => narrow.value !== undefined && isSearch(narrow.value) && !isReactions(narrow.value),
)

/** The reactions view has its own name, although its URL is a search. */
export const isReactions = (shown: Narrow): boolean => narrowKey(shown) === narrowKey(reactionsNarrow(ownId.value))

/** The view that search was opened from, for searching in "this conversation". */
export const origin = signal<Narrow | undefined>(undefined)

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

effect(() => {
  address.value
  isOpen.value = false
})

export const leadsToResults = { current: false }

export function closeSearch(): void {
  isOpen.value = false
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
}

/** The channel, topic or conversation of a search, without its words. */
export const placeOf = (of: Narrow): Narrow =>
  of.filter(({ operator, negated }) => !negated && ['channel', 'topic', 'dm'].includes(operator))
