import { type Route, serve } from '#platform/serve'
import { addDomain, changeDomain, removeDomain } from './actions.ts'
import * as api from './api.ts'
import { domainsCache } from './cache.ts'

export const routes: readonly Route[] = [
  serve(api.getDomains, ({ get }) => ({ domains: [...get(domainsCache).values()] })),
  serve(api.addDomain, async ({ transact }, wanted) => {
    await transact((mutation) => addDomain(mutation, wanted))
    return { new_domain: wanted.domain }
  }),
  serve(api.changeDomain, async ({ transact }, wanted) => {
    await transact((mutation) => changeDomain(mutation, wanted))
    return {}
  }),
  serve(api.removeDomain, async ({ transact }, { domain }) => {
    await transact((mutation) => removeDomain(mutation, domain))
    return {}
  }),
]
