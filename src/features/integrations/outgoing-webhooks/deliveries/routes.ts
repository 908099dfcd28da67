import { seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { administeredBot } from '../../../people/users/actions/index.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
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
