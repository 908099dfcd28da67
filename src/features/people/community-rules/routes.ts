import { queueKeyOf } from '#platform/fair-queues'
import { renderText } from '#platform/markdown'
import { type Route, serve, serveAnyone } from '#platform/serve'
import { organizationCache } from '../organization/cache.ts'
import { acceptRules, updateRules } from './actions.ts'
import * as api from './api.ts'
import { serializeRules } from './serialize.ts'

export const routes: readonly Route[] = [
  serveAnyone(api.getRules, ({ org }) => serializeRules(org)),
  serve(api.updateRules, async (ctx, edit) => {
    const realmUrl = ctx.server.organizationUrl(ctx.get(organizationCache).subdomain)
    const rendered =
      edit.text === '' ? '' : (await renderText(edit.text, { realmUrl }, queueKeyOf(ctx.org.id, ctx.viewer.id))).html
    return { version: await ctx.transact((mutation) => updateRules(mutation, { ...edit, rendered })) }
  }),
  serve(api.acceptRules, async (ctx, { version }) => {
    await ctx.transact((mutation) => acceptRules(mutation, version))
    return {}
  }),
]
