import './agents.css'
import { amAdministrator } from '../../controls/own-role.ts'
import { agents as t } from '../../texts/agents.ts'
import { AgentActs } from './agent-acts.tsx'
import { AgentPolicy } from './agent-policy.tsx'
import { AgentRequests } from './agent-requests.tsx'

export function Agents() {
  return (
    <div class="agents">
      <p class="lead">{t.lead}</p>
      <AgentRequests />
      <AgentActs />
      {amAdministrator() && <AgentPolicy />}
    </div>
  )
}
