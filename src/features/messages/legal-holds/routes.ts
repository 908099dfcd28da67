import { seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { addHold, removeHold } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getLegalHolds, async ({ read, org }) => ({
    legal_holds: (await read((tx) => store.list(tx, org.id))).map(({ channel_id, created_at, ...hold }) => ({
      id: hold.id,
      stream_id: channel_id,
      user_id: hold.user_id,
      reason: hold.reason,
      creator_id: hold.creator_id,
      date_created: seconds(created_at),
    })),
  })),
  serve(api.addLegalHold, async ({ transact }, wanted) => ({
    id: await transact((mutation) => addHold(mutation, wanted)),
  })),
  serve(api.removeLegalHold, async ({ transact }, { hold_id }) => {
    await transact((mutation) => removeHold(mutation, hold_id))
    return {}
  }),
]
