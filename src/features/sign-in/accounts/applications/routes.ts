import { type Route, serve } from '#platform/serve'
import { notifyInviter } from '../actions/join.ts'
import { checkCanDecide } from './access.ts'
import { approve, decline, declineAll } from './actions.ts'
import * as api from './api.ts'
import { askApplicant } from './question-actions.ts'
import { serializeApplication } from './serialize.ts'
import * as store from './store.ts'

export const applicationRoutes: readonly Route[] = [
  serve(api.getApplications, (ctx, { after, limit }) => {
    checkCanDecide(ctx.viewer)
    return ctx.read(async (tx) => {
      const rows = await store.page(tx, ctx.org.id, { after, limit: limit + 1 })
      const networks = await store.sharedNetworks(tx, ctx.org.id)
      return {
        applications: rows.slice(0, limit).map((row) => serializeApplication(row, networks)),
        has_more: rows.length > limit,
        total: await store.count(tx, ctx.org.id),
      }
    })
  }),
  serve(api.approveApplication, async (ctx, { application_id }) => {
    const { account, invitation } = await ctx.transact((mutation) => approve(mutation, application_id))
    // in a separate transaction, because messages can only mention people who are in the caches
    if (invitation?.notify_inviter)
      await ctx.transact((mutation) => notifyInviter(mutation, account, invitation.inviter_id))
    return { user_id: account.id }
  }),
  serve(api.declineApplication, async (ctx, { application_id, message }) => {
    await ctx.transact((mutation) => decline(mutation, application_id, message))
    return {}
  }),
  serve(api.declineApplications, async (ctx, { application_ids, message }) => ({
    application_ids: await ctx.transact((mutation) => declineAll(mutation, application_ids, message)),
  })),
  serve(api.askApplicant, async (ctx, { application_id, question }) => {
    await ctx.transact((mutation) => askApplicant(mutation, application_id, question))
    return {}
  }),
]
