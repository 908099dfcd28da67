import { type Route, serve } from '#platform/serve'
import { addDomain, changeDomain, removeDomain } from './actions.ts'
import * as api from './api.ts'
import { domainsMirror } from './mirror.ts'

export const routes: readonly Route[] = [
  serve(api.getDomains, ({ get }) => ({ domains: [...get(domainsMirror).values()] })),
  serve(api.addDomain, async ({ write }, wanted) => {
    await write((act) => addDomain(act, wanted))
    return { new_domain: wanted.domain }
  }),
  serve(api.changeDomain, async ({ write }, wanted) => {
    await write((act) => changeDomain(act, wanted))
    return {}
  }),
  serve(api.removeDomain, async ({ write }, { domain }) => {
    await write((act) => removeDomain(act, domain))
    return {}
  }),
]
