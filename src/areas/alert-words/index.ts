import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { alertWordsMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const alertWordsArea: Area = {
  name: 'alert-words',
  api: [api],
  mirrors: [alertWordsMirror],
  routes,
  state: [initial(api.alertWordsState, (_tx, viewer, { org }) => [...org.get(alertWordsMirror).of(viewer.id)])],
}
