import { type Area, initial } from '#platform/serve'
import { linkifiersView } from './actions.ts'
import * as api from './api.ts'
import { linkifiersMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const linkifiersArea: Area = {
  name: 'linkifiers',
  api: [api],
  mirrors: [linkifiersMirror],
  views: [linkifiersView],
  routes,
  state: [
    initial(api.linkifiers, (_tx, _viewer, { get, client }) =>
      client.can('linkifier_url_template') ? [...get(linkifiersMirror).list] : [],
    ),
    initial(api.filters, () => []),
  ],
}
