import { type Route, serve } from '#platform/serve'
import { canManage, managedAutomation, runScope } from './access.ts'
import { createAutomation, deleteAutomation, updateAutomation } from './actions/change.ts'
import { cancelRun, retryRun } from './actions/run.ts'
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
    return ctx.read(async (tx) => {
      const row = await managedAutomation(tx, ctx, automation_id)
      const rows = await store.runsOf(tx, automation_id, { before, limit: limit + 1 })
      const shown = rows.slice(0, limit).filter((run) => canManage(ctx, runScope(row, run)))
      return { runs: await store.withOutcomes(tx, shown), has_more: rows.length > limit }
    })
  }),
  serve(api.retryAutomationRun, async (ctx, { run_id }) => {
    await ctx.transact((mutation) => retryRun(mutation, run_id))
    ctx.server.timer.sooner(unfinishedRuns, ctx.server.now())
    return {}
  }),
  serve(api.cancelAutomationRun, (ctx, { run_id }) => ctx.transact((mutation) => cancelRun(mutation, run_id))),
]
