import { isModerator, mustBeModerator } from '#contract'
import { type Route, serve } from '#platform/serve'
import { readerOf } from '../messages/access/reader.ts'
import { changeReport, deleteReported, restoreReported } from './actions.ts'
import * as api from './api.ts'
import { reportPage } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getMessageReports, async (ctx, { before, limit, state, author_id, reporter_id }) => {
    if (!isModerator(ctx.viewer)) throw mustBeModerator()
    const reader = await readerOf(ctx)
    return ctx.read(async (tx) => ({
      ...(await reportPage(tx, reader, { before, state, authorId: author_id, reporterId: reporter_id, limit })),
      open_count: await store.countOpen(tx, ctx.org.id),
    }))
  }),
  serve(api.changeMessageReport, async (ctx, change) => {
    await ctx.transact((mutation) => changeReport(mutation, change))
    return {}
  }),
  serve(api.restoreReportedMessage, async (ctx, { report_id }) => {
    await ctx.transact((mutation) => restoreReported(mutation, report_id))
    return {}
  }),
  serve(api.deleteReportedMessage, async (ctx, { report_id, reason }) => {
    await ctx.transact((mutation) => deleteReported(mutation, report_id, reason))
    return {}
  }),
]
