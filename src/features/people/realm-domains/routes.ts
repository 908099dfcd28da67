import { type Route, serve } from '#platform/serve'
import { addDomain, changeDomain, removeDomain } from './actions.ts'
import * as api from './api.ts'
import { domainsCache } from './cache.ts'

export const routes: readonly Route[] = [
  serve(api.getDomains, ({ get }) => ({ domains: [...get(domainsCache).values()] })),
  serve(api.addDomain, async ({ write }, wanted) => {
    await write((mutation) => addDomain(mutation, wanted))
    return { new_domain: wanted.domain }
  }),
  serve(api.changeDomain, async ({ write }, wanted) => {
    await write((mutation) => changeDomain(mutation, wanted))
    return {}
  }),
  serve(api.removeDomain, async ({ write }, { domain }) => {
    await write((mutation) => removeDomain(mutation, domain))
    return {}
  }),
]
