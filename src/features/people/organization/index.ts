import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { languageOf, organizationCache } from './cache.ts'
import { routes } from './routes.ts'

export const organizationFeature: Feature = {
  name: 'organization',
  api: [api],
  caches: [organizationCache],
  languageOf,
  elsewhere: (org) => org.get(organizationCache).movedTo,
  routes,
}
