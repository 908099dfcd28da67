import type { Area } from '#platform/serve'
import { holdBack } from './actions/hold.ts'
import * as api from './api.ts'
import { forgettingRequests, opening } from './due.ts'
import { answering, holdAdministration, holding } from './hooks.ts'
import { agentPolicyMirror } from './mirror.ts'
import { routes } from './routes.ts'

export const agentRequestsArea: Area = {
  name: 'agent-requests',
  api: [api],
  mirrors: [agentPolicyMirror],
  routes,
  taps: [...holding, answering],
  agentCalls: holdAdministration,
  holdBack,
  due: [opening],
  repeated: [forgettingRequests],
}
