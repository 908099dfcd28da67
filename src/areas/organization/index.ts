import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { languageOf } from './language.ts'
import { organizationMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const organizationArea: Area = {
  name: 'organization',
  api: [api],
  mirrors: [organizationMirror],
  languageOf,
  elsewhere: (org) => org.get(organizationMirror).movedTo,
  routes,
}
