import { randomUUID } from 'node:crypto'
import { type Route, serve } from '#platform/serve'
import { placeOf } from '../../messages/messages/actions/compose.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { canManage, managedAutomation, runScope } from './access.ts'
import { createAutomation, deleteAutomation, updateAutomation } from './actions/change.ts'
import { cancelRun, retryRun } from './actions/run.ts'
import { showCanceled } from './actions/show-canceled.ts'
import { startSkippedJoins } from './actions/skipped-joins.ts'
import { startManually } from './actions/start-manually.ts'
import * as api from './api.ts'
import { schedules, unfinishedRuns } from './due.ts'
import { skippedJoins } from './skipped-joins-due.ts'
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
  serve(api.startAutomation, async (ctx, { automation_id, stream_id, topic, text, idempotency_key }) => {
    const sender = ctx.org.get(peopleCache).byId.get(ctx.viewer.id) as Account
    const place = await placeOf(ctx, sender, { type: 'channel', to: stream_id, topic })
    const key = idempotency_key ?? randomUUID()
    return {
      run_id: await ctx.transact((mutation) => startManually(mutation, automation_id, { sender, place, text, key })),
    }
  }),
  serve(api.startSkipped, async (ctx, { automation_id }) => {
    const people = await ctx.transact((mutation) => startSkippedJoins(mutation, automation_id))
    ctx.server.timer.sooner(skippedJoins, ctx.server.now())
    return { people }
  }),
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
  serve(api.cancelAutomationRun, async (ctx, { run_id }) => {
    await showCanceled(ctx.org, await ctx.transact((mutation) => cancelRun(mutation, run_id)))
    return {}
  }),
]
