import { type Route, serve } from '#platform/serve'
import { messageOptions } from '../../messages/options.ts'
import { deletions } from '../deletions/due.ts'
import * as store from '../deletions/store.ts'
import { ban } from './actions.ts'
import * as api from './api.ts'

export const banRoutes: readonly Route[] = [
  serve(api.banUser, async (ctx, { user_id, delete_messages: period, note, reason, send_email }) => {
    const { keepDeletedMessagesDays: keptDays } = messageOptions(ctx.server.config)
    const { deactivated, deletion } = await ctx.transact((mutation) =>
      ban(mutation, user_id, { period, note, keptDays, reason, sendsEmail: send_email }),
    )
    for (const id of deactivated) await ctx.org.queues.removeAll(id)
    if (deletion?.due_at) ctx.server.timer.sooner(deletions, deletion.due_at)
    return { deletion: deletion && store.toWire(deletion) }
  }),
]
