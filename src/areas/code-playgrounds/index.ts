import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { playgroundsMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const codePlaygroundsArea: Area = {
  name: 'code-playgrounds',
  api: [api],
  mirrors: [playgroundsMirror],
  routes,
  state: [initial(api.playgrounds, (_tx, _viewer, { get }) => [...get(playgroundsMirror)])],
}
