import { type Area, initial, serve } from '#platform/serve'
import { addPlayground, removePlayground } from './actions.ts'
import * as api from './api.ts'
import { playgroundsMirror } from './mirror.ts'

export const codePlaygroundsArea: Area = {
  name: 'code-playgrounds',
  api: [api],
  mirrors: [playgroundsMirror],
  routes: [
    serve(api.addPlayground, async ({ write }, wanted) => ({ id: await write((act) => addPlayground(act, wanted)) })),
    serve(api.removePlayground, async ({ write }, { playground_id }) => {
      await write((act) => removePlayground(act, playground_id))
      return {}
    }),
  ],
  state: [initial(api.playgrounds, (_tx, _viewer, { get }) => [...get(playgroundsMirror)])],
}
