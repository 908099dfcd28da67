import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { playgroundsCache } from './cache.ts'
import { routes } from './routes.ts'

export const codePlaygroundsFeature: Feature = {
  name: 'code-playgrounds',
  api: [api],
  caches: [playgroundsCache],
  routes,
  state: [initial(api.playgrounds, (_tx, _viewer, { get }) => [...get(playgroundsCache)])],
}
