import { computed, signal } from '@preact/signals'
import { hashOf, parseHash, type Route } from '../narrow/hash.ts'
import { type Narrow, narrowKey } from '../narrow/narrow.ts'
import { names } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { arrive, isShown, pushEntry, replaceEntry, stay } from './history.ts'
import { inboxTab } from './inbox-tab.ts'

const settings = part<Record<string, unknown>>('user_settings')

/** The URL hash, including `#`. */
export const address = signal(location.hash)
addEventListener('popstate', () => {
  address.value = arrive(address.peek())
})
// for browsers that fire no `popstate` when a hash is typed
addEventListener('hashchange', () => {
  if (!isShown()) address.value = arrive(address.peek())
})

export const repeats = signal(0)

// the browser itself would leave the open layer's entry between this view and the next
addEventListener('click', (event) => {
  const { target, defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
  const link = target instanceof Element ? target.closest('a') : null
  const isView = link?.href.startsWith(`${location.href.split('#', 1)[0]}#`)
  if (!link || !isView || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return
  event.preventDefault()
  follow(link.hash)
})

export function follow(href: string): void {
  const to = href || '#'
  if (to === (address.peek() || '#')) {
    stay()
    repeats.value++
    return
  }
  pushEntry(to)
  address.value = to
}

const homes: Record<string, Route> = {
  recent: { view: 'recent' },
  recent_topics: { view: 'recent' },
  all_messages: { view: 'feed' },
}

export const route = computed<Route>(() => {
  const asked = parseHash(address.value, names) ?? { view: 'home' as const }
  return asked.view === 'home' ? (homes[String(settings.value?.web_home_view)] ?? { view: inboxTab.value }) : asked
})

/** The view's narrow; the combined feed leaves out muted messages. */
export const narrow = computed<Narrow | undefined>(() => {
  const { value } = route
  if (value.view === 'feed') return [{ operator: 'in', operand: 'home' }]
  if (value.view !== 'narrow') return undefined
  // `with` is resolved later; the conversation is the same with or without it
  const rest = value.narrow.filter(({ operator, negated }) => operator !== 'with' || negated)
  return rest.length > 0 ? rest : value.narrow
})

export const hrefOf = (to: Route): string => hashOf(to, names)
export const hrefOfNarrow = (narrow: Narrow, near?: number): string =>
  hrefOf({ view: 'narrow', narrow, ...(near === undefined ? {} : { near }) })

export function goTo(to: Route, { replace = false } = {}): void {
  const href = hrefOf(to)
  if (!replace || href === address.value) {
    follow(href)
    return
  }
  replaceEntry(href)
  address.value = href
}

export function goHome(): void {
  if (settings.value?.web_escape_navigates_to_home_view !== false) goTo({ view: 'home' })
}

export const isHere = (to: Narrow): boolean => {
  const here = narrow.value
  return here !== undefined && narrowKey(here) === narrowKey(to)
}
