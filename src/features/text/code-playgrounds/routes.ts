import { type Route, serve } from '#platform/serve'
import { addPlayground, removePlayground, reorderPlaygrounds, updatePlayground } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.addPlayground, async ({ transact }, wanted) => ({
    id: await transact((mutation) => addPlayground(mutation, wanted)),
  })),
  serve(api.updatePlayground, async ({ transact }, { playground_id, ...wanted }) => {
    await transact((mutation) => updatePlayground(mutation, playground_id, wanted))
    return {}
  }),
  serve(api.reorderPlaygrounds, async ({ transact }, { order }) => {
    await transact((mutation) => reorderPlaygrounds(mutation, order))
    return {}
  }),
  serve(api.removePlayground, async ({ transact }, { playground_id }) => {
    await transact((mutation) => removePlayground(mutation, playground_id))
    return {}
  }),
]
