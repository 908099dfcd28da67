import './agents.css'
import { amAdministrator } from '../../controls/own-role.ts'
import { agents as t } from '../../texts/agents.ts'
import { AgentChanges } from './agent-changes.tsx'
import { AgentPolicy } from './agent-policy.tsx'
import { AgentRequests } from './agent-requests.tsx'

export function Agents() {
  return (
    <div class="agents">
      <p class="lead">{t.lead}</p>
      <AgentRequests />
      <AgentChanges />
      {amAdministrator() && <AgentPolicy />}
    </div>
  )
}
