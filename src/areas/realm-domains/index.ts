import { type Area, initial } from '#platform/serve'
import * as api from './api.ts'
import { domainsMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const realmDomainsArea: Area = {
  name: 'realm-domains',
  api: [api],
  mirrors: [domainsMirror],
  routes,
  state: [initial(api.domains, (_tx, _viewer, { get }) => [...get(domainsMirror).values()])],
}
