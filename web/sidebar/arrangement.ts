import type { NavigationView } from '../../src/features/text/navigation-views/api.ts'

/** Views that everybody has, in the order in which they stand where nobody has chosen another. */
const usualViews = [
  'inbox',
  'catch-up',
  'recent',
  'feed',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
  'drafts',
  'scheduled',
  'reminders',
] as const
export type UsualView = (typeof usualViews)[number]

/** Behind “more” for who has not chosen otherwise. */
const usuallyHidden: readonly string[] = ['narrow/has/reaction/sender/me']
/** Shown by themselves only while there is something in them. */
const shownWithContent: readonly string[] = ['drafts', 'scheduled', 'reminders']

/** A view as the sidebar lists it. */
export interface View {
  readonly fragment: string
  /** Of one's own ones. */
  readonly name: string | null
  readonly isShown: boolean
  /** Whether somebody has said where it stands and whether it is shown. */
  readonly isChosen: boolean
}

export const isUsual = (fragment: string): fragment is UsualView => (usualViews as readonly string[]).includes(fragment)

/** Whoever puts views in an order places all of these. */
const alwaysPlaced: readonly string[] = ['inbox', 'recent', 'feed', 'narrow/is/mentioned', 'narrow/is/starred']

/** Every view in order: the usual ones, then one's own; or as somebody has put them. */
export function arranged(chosen: readonly NavigationView[], isEmpty: (fragment: string) => boolean): View[] {
  const byFragment = new Map(chosen.map((one) => [one.fragment, one]))
  const isOrdered = alwaysPlaced.every((fragment) => byFragment.has(fragment))
  const own = chosen.filter(({ fragment }) => isOrdered || !isUsual(fragment))
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

/** Whether it is hidden as long as nobody says otherwise, whatever is in it. */
export const isHidden = (fragment: string): boolean => usuallyHidden.includes(fragment)

/** The order in which one view has changed places with its neighbour; undefined where there is none. */
export function movedBy(views: readonly View[], fragment: string, by: 1 | -1): string[] | undefined {
  const order = views.map((one) => one.fragment)
  const at = order.indexOf(fragment)
  const other = order[at + by]
  if (at < 0 || other === undefined) return undefined
  order[at + by] = fragment
  order[at] = other
  return order
}
