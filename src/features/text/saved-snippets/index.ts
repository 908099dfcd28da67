import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const savedSnippetsFeature: Feature = {
  name: 'saved-snippets',
  api: [api],
  routes,
  state: [initial(api.savedSnippets, (tx, viewer) => store.list(tx, viewer.id))],
}
