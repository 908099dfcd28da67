import { type Feature, initial } from '#platform/serve'
import { linkifiersView } from './linkifiers/actions.ts'
import * as linkifiersApi from './linkifiers/api.ts'
import { linkifiersCache } from './linkifiers/cache.ts'
import { routes as linkifierRoutes } from './linkifiers/routes.ts'
import * as playgroundsApi from './playgrounds/api.ts'
import { playgroundsCache } from './playgrounds/cache.ts'
import { routes as playgroundRoutes } from './playgrounds/routes.ts'

/** Linkifiers and code playgrounds: links that an organization adds to text and code. See docs/organization-tools.md. */
export const customLinksFeature: Feature = {
  name: 'custom-links',
  api: [linkifiersApi, playgroundsApi],
  caches: [linkifiersCache, playgroundsCache],
  views: [linkifiersView],
  routes: [...linkifierRoutes, ...playgroundRoutes],
  state: [
    initial(linkifiersApi.linkifiers, (_tx, _viewer, { get, client }) =>
      client.can('linkifier_url_template') ? [...get(linkifiersCache).list] : [],
    ),
    initial(linkifiersApi.filters, () => []),
    initial(playgroundsApi.playgrounds, (_tx, _viewer, { get }) => [...get(playgroundsCache)]),
  ],
}
