import type { Feature } from '#platform/serve'
import { holdBack } from './actions/hold.ts'
import * as api from './api.ts'
import { agentPolicyCache } from './cache.ts'
import { forgettingRequests, opening } from './due.ts'
import { answering, holdAdministration, holding } from './hooks.ts'
import { routes } from './routes.ts'

export const agentRequestsFeature: Feature = {
  name: 'agent-requests',
  api: [api],
  caches: [agentPolicyCache],
  routes,
  hookHandlers: [...holding, answering],
  agentCalls: holdAdministration,
  holdBack,
  due: [opening],
  repeated: [forgettingRequests],
}
