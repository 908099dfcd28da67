import { type Route, serve } from '#platform/serve'
import { addPlayground, removePlayground, reorderPlaygrounds, updatePlayground } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.addPlayground, async ({ write }, wanted) => ({ id: await write((act) => addPlayground(act, wanted)) })),
  serve(api.updatePlayground, async ({ write }, { playground_id, ...wanted }) => {
    await write((act) => updatePlayground(act, playground_id, wanted))
    return {}
  }),
  serve(api.reorderPlaygrounds, async ({ write }, { order }) => {
    await write((act) => reorderPlaygrounds(act, order))
    return {}
  }),
  serve(api.removePlayground, async ({ write }, { playground_id }) => {
    await write((act) => removePlayground(act, playground_id))
    return {}
  }),
]
