import { seconds } from '#contract'
import { keptParams } from '../../../people/audit-log/audit-params.ts'
import type { AgentRequestOut } from './api.ts'
import type { Stored } from './store.ts'

export function shownParams({ params }: Pick<Stored, 'params'>): Record<string, string> {
  const kept = Object.entries(keptParams(params))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

export const serialize = (row: Stored): AgentRequestOut => ({
  id: row.id,
  user_id: row.user_id,
  token_id: row.token_id,
  agent: row.agent,
  operation: row.operation,
  params: shownParams(row),
  reason: row.reason,
  approver: row.approver,
  state: row.state,
  time: seconds(row.created_at),
  expires_at: seconds(row.expires_at),
  decided_by: row.decided_by,
  decided_at: row.decided_at && seconds(row.decided_at),
  problem: row.problem,
  result: row.result && { ...row.result },
})
