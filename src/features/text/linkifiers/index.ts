import { type Feature, initial } from '#platform/serve'
import { linkifiersView } from './actions.ts'
import * as api from './api.ts'
import { linkifiersCache } from './cache.ts'
import { routes } from './routes.ts'

export const linkifiersFeature: Feature = {
  name: 'linkifiers',
  api: [api],
  caches: [linkifiersCache],
  views: [linkifiersView],
  routes,
  state: [
    initial(api.linkifiers, (_tx, _viewer, { get, client }) =>
      client.can('linkifier_url_template') ? [...get(linkifiersCache).list] : [],
    ),
    initial(api.filters, () => []),
  ],
}
