import { type Route, serve } from '#platform/serve'
import { managedAutomation } from './access.ts'
import { callSecret, renewCallSecret } from './actions/call-secret.ts'
import * as api from './call-api.ts'

export const callRoutes: readonly Route[] = [
  serve(api.getCallSecret, (ctx, { automation_id }) =>
    ctx.read(async (tx) => ({ secret: callSecret(ctx.org, await managedAutomation(tx, ctx, automation_id)) })),
  ),
  serve(api.renewCallSecret, async (ctx, { automation_id }) => ({
    secret: await ctx.transact((mutation) => renewCallSecret(mutation, automation_id)),
  })),
]
