import { queueKeyOf } from '#platform/fair-queues'
import { renderText } from '#platform/markdown'
import { type Route, serve } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { addLinkifier, blankLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from './actions.ts'
import * as api from './api.ts'
import { linkifiersCache, linkifiersWith } from './cache.ts'
import { checkLinkifier } from './linkifier-checks.ts'

export const routes: readonly Route[] = [
  serve(api.getLinkifiers, ({ get }) => ({ linkifiers: [...get(linkifiersCache).list] })),
  serve(api.addLinkifier, async ({ transact }, wanted) => ({
    id: await transact((mutation) => addLinkifier(mutation, wanted)),
  })),
  serve(api.updateLinkifier, async ({ transact }, { filter_id, ...wanted }) => {
    await transact((mutation) => updateLinkifier(mutation, filter_id, wanted))
    return {}
  }),
  serve(api.removeLinkifier, async ({ transact }, { filter_id }) => {
    await transact((mutation) => removeLinkifier(mutation, filter_id))
    return {}
  }),
  serve(api.reorderLinkifiers, async ({ transact }, { ordered_linkifier_ids }) => {
    await transact((mutation) => reorderLinkifiers(mutation, ordered_linkifier_ids))
    return {}
  }),
  serve(api.tryLinkifier, async ({ org, viewer, server }, { filter_id, pattern, url_template, content }) => {
    checkLinkifier({ ...blankLinkifier, pattern, url_template })
    const linkifiers = linkifiersWith(org, filter_id, { pattern, url_template })
    const realmUrl = server.organizationUrl(org.get(organizationCache).subdomain)
    const { html } = await renderText(content, { realmUrl, linkifiers }, queueKeyOf(org.id, viewer.id))
    return { rendered: html }
  }),
]
