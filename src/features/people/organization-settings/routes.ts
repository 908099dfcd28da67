import { queueKeyOf } from '#platform/fair-queues'
import { renderText } from '#platform/markdown'
import { type Context, type Route, serve } from '#platform/serve'
import { organizationCache } from '../organization/cache.ts'
import { closeOrganization } from './actions/close.ts'
import { updateOrganization } from './actions/settings.ts'
import * as api from './api.ts'

async function renderedDescription({ org, server, get }: Context, text: string): Promise<string> {
  const realmUrl = server.organizationUrl(get(organizationCache).subdomain)
  const { html } = await renderText(text, { realmUrl }, queueKeyOf(org.id))
  return html
}

export const routes: readonly Route[] = [
  serve(api.updateOrganization, async (ctx, params) => {
    const rendered = params.description ? await renderedDescription(ctx, params.description) : ''
    await ctx.transact((mutation) => updateOrganization(mutation, params, rendered))
    return {}
  }),
  serve(api.deactivateOrganization, async ({ org, viewer }) => {
    await closeOrganization(org, viewer.id)
    return {}
  }),
]
