import { isAdministrator, seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { administeredBot } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getLatestDeliveries, async (ctx) => {
    const people = ctx.org.get(peopleCache)
    const bots = isAdministrator(ctx.viewer) ? people.all() : people.botsOf(ctx.viewer.id)
    const ids = bots.filter(({ botType, isActive }) => botType !== null && isActive).map(({ id }) => id)
    const rows = await ctx.read((tx) => store.listLatest(tx, ids))
    return {
      deliveries: rows.map(({ bot_id, integration, at, succeeded, problem }) => ({
        ...{ bot_id, integration, last_at: seconds(at), problem: succeeded ? '' : problem },
      })),
    }
  }),
  serve(api.getWebhookDeliveries, async (ctx, { bot_id }) => {
    const bot = administeredBot(ctx, ctx.viewer, bot_id)
    const rows = await ctx.read((tx) => store.list(tx, bot.id))
    return {
      deliveries: rows.map(({ direction, at, org_id: _org, bot_id: _bot, ...row }) => ({
        ...row,
        direction: direction as 'incoming' | 'outgoing',
        at: seconds(at),
      })),
    }
  }),
]
