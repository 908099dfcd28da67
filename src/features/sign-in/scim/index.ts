import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { directoryCache } from './cache.ts'
import { scimExchange } from './exchange.ts'
import { writeRequests } from './request-log.ts'
import { routes } from './routes.ts'

export const scimFeature: Feature = {
  name: 'scim',
  api: [api],
  caches: [directoryCache],
  exchanges: [scimExchange],
  repeated: [{ name: 'requests of directories', everySecs: 60, run: writeRequests, atStop: true }],
  routes,
}
