import { ApiError, type UserId } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { errorText } from '../../../people/languages/error-text.ts'
import { checkRestrictsMembers } from '../../../people/restrictions/access.ts'
import { alreadyRestricted } from '../../../people/restrictions/errors.ts'
import { messageOptions } from '../../messages/options.ts'
import { ban } from '../bans/actions.ts'
import { deletions } from '../deletions/due.ts'
import * as errors from '../errors.ts'
import { makeReadOnly, unwelcome, welcome } from './actions.ts'
import * as api from './api.ts'
import { newcomersPage } from './serialize.ts'
import type { NewcomerAction, RefusedAction } from './wire.ts'

export const newcomerRoutes: readonly Route[] = [
  serve(api.getNewcomers, (ctx, page) => {
    checkRestrictsMembers(ctx)
    return ctx.readOnce((tx) => newcomersPage(tx, ctx.org, page))
  }),
  serve(api.changeNewcomers, async (ctx, { user_ids, action, reason }) => {
    checkRestrictsMembers(ctx)
    if (action === 'restrict' && reason === '') throw errors.reasonRequired()
    const done: UserId[] = []
    const refused: RefusedAction[] = []
    // one transaction per person, to avoid blocking everyone’s messages until all are done
    for (const user_id of new Set(user_ids))
      try {
        await handlers[action](ctx, user_id, reason)
        done.push(user_id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isAlreadyDone(error)) done.push(user_id)
        else refused.push({ user_id, code: error.code, msg: errorText(ctx.language, error) })
      }
    return { done, refused }
  }),
  serve(api.welcomeUser, async (ctx, { user_id }) => {
    await ctx.transact((mutation) => welcome(mutation, user_id))
    return {}
  }),
  serve(api.unwelcomeUser, async (ctx, { user_id }) => {
    await ctx.transact((mutation) => unwelcome(mutation, user_id))
    return {}
  }),
]

const handlers: Readonly<Record<NewcomerAction, (ctx: Context, userId: UserId, reason: string) => Promise<void>>> = {
  restrict: (ctx, userId, reason) => ctx.transact((mutation) => makeReadOnly(mutation, userId, reason)),
  remove: async (ctx, userId, note) => {
    const { keepDeletedMessagesDays: keptDays } = messageOptions(ctx.server.config)
    const { deactivated, deletion } = await ctx.transact((mutation) =>
      ban(mutation, userId, { period: 'all', note, keptDays, reason: '', sendsEmail: false }),
    )
    for (const id of deactivated) await ctx.org.queues.removeAll(id)
    if (deletion?.due_at) ctx.server.timer.sooner(deletions, deletion.due_at)
  },
  welcome: (ctx, userId) => ctx.transact((mutation) => welcome(mutation, userId)),
}

/** Another moderator already did this. */
const isAlreadyDone = (error: ApiError): boolean =>
  [alreadyRestricted, errors.alreadyBanned].some((kind) => kind.message === error.template)
