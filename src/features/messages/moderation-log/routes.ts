import { type Route, serve } from '#platform/serve'
import { settingsOf } from '../../people/organization/cache.ts'
import * as api from './api.ts'
import { keptMs } from './limits.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getModerationLog, (ctx, { before, limit }) => {
    const { org } = ctx
    if (!settingsOf(org).public_moderation_log) throw api.logTurnedOff()
    const since = new Date(org.now().getTime() - keptMs)
    return ctx.read(async (tx) => {
      const rows = await store.page(tx, org.id, { since, before, limit: limit + 1 })
      return { entries: rows.slice(0, limit).map(store.toWire), has_more: rows.length > limit }
    })
  }),
]
