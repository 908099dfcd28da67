import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { mutedUsersMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const mutedUsersArea: Area = {
  name: 'muted-users',
  api: [api],
  mirrors: [mutedUsersMirror],
  routes,
  state: [initial(api.mutedUsersState, (_tx, viewer, { org }) => [...org.get(mutedUsersMirror).of(viewer.id)])],
}
