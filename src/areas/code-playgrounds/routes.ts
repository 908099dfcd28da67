import { type Route, serve } from '#platform/serve'
import { addPlayground, removePlayground } from './actions.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.addPlayground, async ({ write }, wanted) => ({ id: await write((act) => addPlayground(act, wanted)) })),
  serve(api.removePlayground, async ({ write }, { playground_id }) => {
    await write((act) => removePlayground(act, playground_id))
    return {}
  }),
]
