import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const navigationViewsFeature: Feature = {
  name: 'navigation-views',
  api: [api],
  routes,
  state: [initial(api.navigationViews, (tx, viewer) => store.list(tx, viewer.id))],
}
