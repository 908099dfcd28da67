import { type Context, type Route, serve } from '#platform/serve'
import { changeLockdown, endLockdown, startLockdown } from './actions.ts'
import * as api from './api.ts'
import { lockdownEndings } from './due.ts'
import * as store from './store.ts'

export const lockdownRoutes: readonly Route[] = [
  serve(api.startLockdown, async (ctx, wanted) =>
    scheduleEnd(ctx, await ctx.transact((mutation) => startLockdown(mutation, wanted))),
  ),
  serve(api.updateLockdown, async (ctx, changes) =>
    scheduleEnd(ctx, await ctx.transact((mutation) => changeLockdown(mutation, changes))),
  ),
  serve(api.endLockdown, async (ctx) => {
    await ctx.transact(endLockdown)
    return {}
  }),
]

function scheduleEnd(ctx: Context, row: store.Stored) {
  ctx.server.timer.sooner(lockdownEndings, row.until)
  return { lockdown: store.toWire(row) }
}
