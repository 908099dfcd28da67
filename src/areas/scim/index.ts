import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { scimExchange } from './exchange.ts'
import { directoryMirror } from './mirror.ts'
import { writeRequests } from './request-log.ts'
import { routes } from './routes.ts'

export const scimArea: Area = {
  name: 'scim',
  api: [api],
  mirrors: [directoryMirror],
  exchanges: [scimExchange],
  repeated: [{ name: 'requests of directories', everySecs: 60, run: writeRequests, atStop: true }],
  routes,
}
