import { type Feature, initial } from '#platform/serve'
import * as api from './api.ts'
import { mutedUsersCache } from './cache.ts'
import { routes } from './routes.ts'

export const mutedUsersFeature: Feature = {
  name: 'muted-users',
  api: [api],
  caches: [mutedUsersCache],
  routes,
  state: [initial(api.mutedUsersState, (_tx, viewer, { org }) => [...org.get(mutedUsersCache).of(viewer.id)])],
}
