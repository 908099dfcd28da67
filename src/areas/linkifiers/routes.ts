import { renderText } from '#platform/markdown'
import { type Route, serve } from '#platform/serve'
import { laneOf } from '#platform/turns'
import { organizationMirror } from '../organization/mirror.ts'
import { addLinkifier, blankLinkifier, removeLinkifier, reorderLinkifiers, updateLinkifier } from './actions.ts'
import * as api from './api.ts'
import { checkLinkifier } from './linkifier-checks.ts'
import { linkifiersMirror, linkifiersWith } from './mirror.ts'

export const routes: readonly Route[] = [
  serve(api.getLinkifiers, ({ get }) => ({ linkifiers: [...get(linkifiersMirror).list] })),
  serve(api.addLinkifier, async ({ write }, wanted) => ({ id: await write((act) => addLinkifier(act, wanted)) })),
  serve(api.updateLinkifier, async ({ write }, { filter_id, ...wanted }) => {
    await write((act) => updateLinkifier(act, filter_id, wanted))
    return {}
  }),
  serve(api.removeLinkifier, async ({ write }, { filter_id }) => {
    await write((act) => removeLinkifier(act, filter_id))
    return {}
  }),
  serve(api.reorderLinkifiers, async ({ write }, { ordered_linkifier_ids }) => {
    await write((act) => reorderLinkifiers(act, ordered_linkifier_ids))
    return {}
  }),
  serve(api.tryLinkifier, async ({ org, viewer, server }, { filter_id, pattern, url_template, content }) => {
    checkLinkifier({ ...blankLinkifier, pattern, url_template })
    const linkifiers = linkifiersWith(org, filter_id, { pattern, url_template })
    const realmUrl = server.organizationUrl(org.get(organizationMirror).subdomain)
    const { html } = await renderText(content, { realmUrl, linkifiers }, laneOf(org.id, viewer.id))
    return { rendered: html }
  }),
]
