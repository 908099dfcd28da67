import { type Route, serve } from '#platform/serve'
import { addPlayground, removePlayground, reorderPlaygrounds, updatePlayground } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.addPlayground, async ({ write }, wanted) => ({
    id: await write((mutation) => addPlayground(mutation, wanted)),
  })),
  serve(api.updatePlayground, async ({ write }, { playground_id, ...wanted }) => {
    await write((mutation) => updatePlayground(mutation, playground_id, wanted))
    return {}
  }),
  serve(api.reorderPlaygrounds, async ({ write }, { order }) => {
    await write((mutation) => reorderPlaygrounds(mutation, order))
    return {}
  }),
  serve(api.removePlayground, async ({ write }, { playground_id }) => {
    await write((mutation) => removePlayground(mutation, playground_id))
    return {}
  }),
]
