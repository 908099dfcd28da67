import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { organizationMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const organizationArea: Area = {
  name: 'organization',
  api: [api],
  mirrors: [organizationMirror],
  elsewhere: (org) => org.get(organizationMirror).movedTo,
  routes,
}
