import { type Route, serve } from '#platform/serve'
import { administeredBot } from '../../people/users/actions/index.ts'
import { tryOut } from './actions/test.ts'
import * as api from './api.ts'

export const routes: readonly Route[] = [
  serve(api.testOutgoingWebhook, (ctx, { bot_id }) => tryOut(ctx, administeredBot(ctx, ctx.viewer, bot_id))),
]
