import { type Route, serve, serveAnyone } from '#platform/serve'
import { placeOf } from '../../../messages/messages/actions/compose.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { setCommands } from './actions/change.ts'
import { respond } from './actions/respond.ts'
import * as api from './api.ts'
import { enterCommand } from './due.ts'

export const routes: readonly Route[] = [
  serve(api.setBotCommands, (ctx, { bot_id, commands }) =>
    ctx.transact((mutation) => setCommands(mutation, bot_id, commands)),
  ),
  serve(api.callBotCommand, async (ctx, { bot_id, command, text, stream_id, topic }) => {
    const sender = ctx.get(peopleCache).byId.get(ctx.viewer.id) as Account
    const place = await placeOf(ctx, sender, { type: 'channel', to: stream_id, topic })
    await ctx.transact((mutation) => enterCommand(mutation, bot_id, command, { sender, place, text }))
  }),
  serveAnyone(api.respondToCommand, async ({ org }, { token, response }) => respond(org, token, response)),
]
