import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { domainsCache } from './cache.ts'
import { routes } from './routes.ts'

export const realmDomainsFeature: Feature = {
  name: 'realm-domains',
  api: [api],
  caches: [domainsCache],
  routes,
  state: [initial(api.domains, (_tx, _viewer, { get }) => [...get(domainsCache).values()])],
}
