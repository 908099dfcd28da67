import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { alertWordsCache } from './cache.ts'
import { routes } from './routes.ts'

export const alertWordsFeature: Feature = {
  name: 'alert-words',
  api: [api],
  caches: [alertWordsCache],
  routes,
  state: [initial(api.alertWordsState, (_tx, viewer, { org }) => [...org.get(alertWordsCache).of(viewer.id)])],
}
