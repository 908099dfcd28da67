import { isModerator } from '#contract'
import { type Route, serve } from '#platform/serve'
import { readerOf } from '../messages/access/reader.ts'
import { changeReport } from './actions.ts'
import * as api from './api.ts'
import { serializeReports } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getMessageReports, async (ctx, { before, limit, state, author_id, reporter_id }) => {
    if (!isModerator(ctx.viewer)) throw api.mustBeModerator()
    const reader = await readerOf(ctx)
    return ctx.read(async (tx) => {
      const rows = await store.list(tx, ctx.org.id, {
        ...{ before, state, limit: limit + 1 },
        ...{ authorId: author_id, reporterId: reporter_id },
      })
      return {
        reports: await serializeReports(tx, reader, rows.slice(0, limit)),
        has_more: rows.length > limit,
        open_count: await store.countOpen(tx, ctx.org.id),
      }
    })
  }),
  serve(api.changeMessageReport, async (ctx, change) => {
    await ctx.transact((mutation) => changeReport(mutation, change))
    return {}
  }),
]
