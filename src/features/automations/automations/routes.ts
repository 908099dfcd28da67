import { type Route, serve } from '#platform/serve'
import { canManage, managedAutomation } from './access.ts'
import { createAutomation, deleteAutomation, updateAutomation } from './actions/change.ts'
import { retryRun } from './actions/run.ts'
import * as api from './api.ts'
import { schedules, unfinishedRuns } from './due.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getAutomations, async (ctx) => {
    const rows = await ctx.read((tx) => store.list(tx, ctx.org.id))
    return { automations: rows.filter((row) => canManage(ctx, row)).map(store.toWire) }
  }),
  serve(api.createAutomation, async (ctx, params) => {
    const row = await ctx.transact((mutation) => createAutomation(mutation, params))
    if (row.due_at) ctx.server.timer.sooner(schedules, row.due_at)
    return { automation: store.toWire(row) }
  }),
  serve(api.updateAutomation, async (ctx, { automation_id, expected_revision, ...changes }) => {
    const row = await ctx.transact((mutation) => updateAutomation(mutation, automation_id, expected_revision, changes))
    if (row.due_at) ctx.server.timer.sooner(schedules, row.due_at)
    return { automation: store.toWire(row) }
  }),
  serve(api.deleteAutomation, (ctx, { automation_id }) =>
    ctx.transact((mutation) => deleteAutomation(mutation, automation_id)),
  ),
  serve(api.getAutomationRuns, async (ctx, { automation_id, before, limit }) => {
    const runs = await ctx.read(async (tx) => {
      await managedAutomation(tx, ctx, automation_id)
      return store.runs(tx, automation_id, { before, limit: limit + 1 })
    })
    return { runs: runs.slice(0, limit), has_more: runs.length > limit }
  }),
  serve(api.retryAutomationRun, async (ctx, { run_id }) => {
    await ctx.transact((mutation) => retryRun(mutation, run_id))
    ctx.server.timer.sooner(unfinishedRuns, ctx.server.now())
    return {}
  }),
]
