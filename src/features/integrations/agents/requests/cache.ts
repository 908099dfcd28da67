import { cache } from '#platform/organization'
import { type AgentPolicy, agentPolicyChanged } from './api.ts'
import * as store from './store.ts'

/** By default nothing needs approval, so that existing agents keep working. */
const nothingWaits: AgentPolicy = {
  announcements: 'none',
  wide_mentions: 'none',
  others_messages: 'none',
  administration: 'none',
  channel_ids: [],
}

export const agentPolicyCache = cache<{ policy: AgentPolicy }>({
  name: 'policy for agents',
  load: async (tx, orgId) => ({ policy: (await store.policyOf(tx, orgId)) ?? nothingWaits }),
}).on([agentPolicyChanged], async (held, _events, tx, orgId) => {
  const policy = (await store.policyOf(tx, orgId)) ?? nothingWaits
  return () => {
    held.policy = policy
  }
})
