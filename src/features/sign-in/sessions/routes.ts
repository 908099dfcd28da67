import { type Route, serve } from '#platform/serve'
import { end, endAll, serialize } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getSessions, async (ctx) => {
    const current = ctx.request.session
    const rows = await ctx.read((tx) => store.ofUser(tx, ctx.viewer.id))
    return { sessions: rows.map((row) => ({ ...serialize(row), is_current: row.id === current?.id })) }
  }),
  serve(api.endSession, async (ctx, { session_id }) => {
    const ended = await ctx.transact((mutation) => end(mutation, ctx.viewer.id, [session_id]))
    if (ended === 0) throw api.noSuchSession()
  }),
  serve(api.endSessions, async (ctx, { include_current }) => {
    const current = include_current ? undefined : ctx.request.session?.id
    return { count: await ctx.transact((mutation) => endAll(mutation, ctx.viewer.id, current)) }
  }),
]
