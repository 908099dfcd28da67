import { type Context, type Route, serve } from '#platform/serve'
import { knownUser } from '../users/access/index.ts'
import { checkRestrictsMembers } from './access.ts'
import { changeRestriction, liftRestriction, restrict } from './actions.ts'
import * as api from './api.ts'
import { endings } from './due.ts'
import { restrictionsOfUser } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getRestrictions, async (ctx, { before, limit }) => {
    checkRestrictsMembers(ctx)
    const rows = await ctx.readOnce((tx) =>
      store.page(tx, ctx.org.id, { now: ctx.org.now(), before, limit: limit + 1 }),
    )
    return { restrictions: rows.slice(0, limit).map(store.toWire), has_more: rows.length > limit }
  }),
  serve(api.getUserRestrictions, async (ctx, { user_id }) => {
    checkRestrictsMembers(ctx)
    knownUser(ctx.org, user_id)
    return { restrictions: await ctx.readOnce((tx) => restrictionsOfUser(tx, user_id)) }
  }),
  serve(api.restrictUser, async (ctx, { user_id, ...wanted }) =>
    scheduled(ctx, await ctx.transact((mutation) => restrict(mutation, user_id, wanted))),
  ),
  serve(api.updateRestriction, async (ctx, { user_id, restriction_id, ...changes }) =>
    scheduled(ctx, await ctx.transact((mutation) => changeRestriction(mutation, user_id, restriction_id, changes))),
  ),
  serve(api.liftRestriction, async (ctx, { user_id, restriction_id }) => {
    await ctx.transact((mutation) => liftRestriction(mutation, user_id, restriction_id))
    return {}
  }),
]

function scheduled(ctx: Context, row: store.Stored) {
  if (row.due_at) ctx.server.timer.sooner(endings, row.due_at)
  return { restriction: store.toWire(row) }
}
