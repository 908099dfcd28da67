import type { NavigationView } from '../../src/features/text/navigation-views/api.ts'

const usualViews = [
  'inbox',
  'feed',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
  'drafts',
  'scheduled',
  'reminders',
] as const
export type UsualView = (typeof usualViews)[number]

const usuallyHidden: readonly string[] = ['narrow/has/reaction/sender/me']
/** Tabs of the inbox, which other clients, and earlier versions of this one, list as views. */
const inboxTabs: readonly string[] = ['recent', 'catch-up']
const shownWithContent: readonly string[] = ['drafts', 'scheduled', 'reminders']

export interface View {
  readonly fragment: string
  /** Set for custom views. */
  readonly name: string | null
  readonly isShown: boolean
  /** Whether the user has chosen its position and visibility. */
  readonly isChosen: boolean
}

export const isUsual = (fragment: string): fragment is UsualView => (usualViews as readonly string[]).includes(fragment)

/** A custom order always contains these. */
const alwaysPlaced: readonly string[] = ['inbox', 'feed', 'narrow/is/mentioned', 'narrow/is/starred']

/** All views in order: as chosen by the user, or else built-in ones followed by custom ones. */
export function arranged(chosen: readonly NavigationView[], isEmpty: (fragment: string) => boolean): View[] {
  const byFragment = new Map(chosen.map((one) => [one.fragment, one]))
  const isOrdered = alwaysPlaced.every((fragment) => byFragment.has(fragment))
  const own = chosen.filter(({ fragment }) => !inboxTabs.includes(fragment) && (isOrdered || !isUsual(fragment)))
  const usual = usualViews.filter((fragment) => !isOrdered || !byFragment.has(fragment))
  const fragments = own.map(({ fragment }) => fragment)
  const order = isOrdered ? [...fragments, ...usual] : [...usual, ...fragments]
  return order.map((fragment) => {
    const one = byFragment.get(fragment)
    return {
      fragment,
      name: one && !isUsual(fragment) ? one.name : null,
      isShown: one?.is_pinned ?? !(isHidden(fragment) || (shownWithContent.includes(fragment) && isEmpty(fragment))),
      isChosen: one !== undefined,
    }
  })
}

export const isHidden = (fragment: string): boolean => usuallyHidden.includes(fragment)

/** The order sent to the server, with all conversations right after the inbox. */
export const withInboxTabs = (order: readonly string[]): string[] =>
  order.flatMap((fragment) => (fragment === 'inbox' ? [fragment, 'recent'] : [fragment]))

/** The order after a view swaps places with its neighbor; undefined if it has none. */
export function movedBy(views: readonly View[], fragment: string, by: 1 | -1): string[] | undefined {
  const order = views.map((one) => one.fragment)
  const at = order.indexOf(fragment)
  const other = order[at + by]
  if (at < 0 || other === undefined) return undefined
  order[at + by] = fragment
  order[at] = other
  return order
}
