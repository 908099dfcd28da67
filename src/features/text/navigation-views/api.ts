import { apiError, bool, endpoint, event, list, state, text, z } from '#contract'
import { maxPerUser, tooManyKept } from '../../people/organization/totals.ts'

/** Views that every client has, with its own names for them. */
export const builtInFragments: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/starred',
  'narrow/is/mentioned',
  'narrow/has/reaction/sender/me',
])

const maxFragmentLength = 1_000
const maxNameLength = 100

const fragment = text({ trim: true, min: 1, max: maxFragmentLength })
/** In a path, an unknown fragment gives the error for a missing view. */
const fragmentInPath = text({ trim: true, max: 2 * maxFragmentLength })
const name = text({ trim: true, min: 1, max: maxNameLength })
  .nullable()
  .optional()
  // compat: a client that sends null as JSON sends this word
  .transform((given) => (given === 'null' ? null : given))

/** `fragment` is the part of the URL behind `#`; `name` is null for built-in views. */
const NavigationView = z.object({ fragment: z.string(), is_pinned: bool, name: z.string().nullable() })
export type NavigationView = z.infer<typeof NavigationView>

export const noSuchView = apiError(404, 'NOT_FOUND', 'Navigation view does not exist.')
export const builtInHasName = apiError(400, 'BAD_REQUEST', 'Built-in views cannot have a custom name.')
export const customNeedsName = apiError(400, 'BAD_REQUEST', 'Custom views need a name.')
export const viewExists = apiError(400, 'BAD_REQUEST', 'Navigation view already exists.')
export const nameTaken = apiError(400, 'BAD_REQUEST', 'Another navigation view has that name.')

export const getNavigationViews = endpoint('GET /navigation_views', {
  summary: 'Get your navigation views',
  result: { navigation_views: z.array(NavigationView) },
})

export const addNavigationView = endpoint('POST /navigation_views', {
  summary: 'Add a navigation view',
  params: { fragment, is_pinned: bool, name },
  errors: [builtInHasName, customNeedsName, viewExists, nameTaken, tooManyKept],
})

/** The fragment's slashes can be percent-encoded or literal. */
export const editNavigationView = endpoint('PATCH /navigation_views/{fragment...}', {
  summary: 'Update a navigation view',
  params: { fragment: fragmentInPath, is_pinned: bool.optional(), name },
  errors: [noSuchView, builtInHasName, nameTaken],
})

/** Pins unconfigured built-in views; views left out stay last. Sends moved views as removed and added again. */
export const orderNavigationViews = endpoint('PATCH /navigation_views', {
  summary: 'Reorder navigation views',
  params: { order: list(fragment, { max: maxPerUser['navigation views'] }) },
  errors: [noSuchView, tooManyKept],
})

export const removeNavigationView = endpoint('DELETE /navigation_views/{fragment...}', {
  summary: 'Delete a navigation view, or reset a built-in one',
  params: { fragment: fragmentInPath },
  errors: [noSuchView],
})

export const viewAdded = event('navigation_view', 'add', { navigation_view: NavigationView })
/** `data` has the changed fields. */
export const viewUpdated = event('navigation_view', 'update', {
  fragment: z.string(),
  data: z.object({ is_pinned: bool.optional(), name: z.string().optional() }),
})
export const viewRemoved = event('navigation_view', 'remove', { fragment: z.string() })

export const navigationViews = state('navigation_views', z.array(NavigationView))
  .on(viewAdded, (list, { navigation_view }) => [...list, navigation_view])
  .on(viewUpdated, (list, { fragment, data }) =>
    list.map((view) => (view.fragment === fragment ? { ...view, ...data } : view)),
  )
  .on(viewRemoved, (list, { fragment }) => list.filter((view) => view.fragment !== fragment))
