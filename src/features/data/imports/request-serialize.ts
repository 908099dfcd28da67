import { seconds, secondsOrNull } from '#contract'
import type { Import, ImportInFull } from './api.ts'
import type { RequestRow } from './request-store.ts'

export interface Found {
  counts?: Record<string, number>
  lost?: Record<string, number>
  changed?: Record<string, number>
  never_there?: string[]
}

const stateOf = ({ outcome, phase }: RequestRow): Import['state'] =>
  (outcome as Import['state'] | null) ?? (phase === null ? 'waiting' : 'running')

export const serializeImport = (row: RequestRow): Import => ({
  id: row.id,
  acting_user_id: row.acting_user_id,
  source: row.source as Import['source'],
  file_name: row.file_name,
  size: row.size,
  dry_run: row.dry_run,
  grant_roles: row.grant_roles,
  download: row.download,
  state: stateOf(row),
  phase: row.outcome === null ? (row.phase as Import['phase']) : null,
  percentage: row.percentage,
  messages: row.messages,
  counts: (row.found as Found).counts ?? {},
  requested_at: seconds(row.requested_at),
  started_at: secondsOrNull(row.started_at),
  ended_at: secondsOrNull(row.ended_at),
  problem: row.problem,
  has_report: row.report_size !== null,
})

export function serializeInFull(row: RequestRow): ImportInFull {
  const { lost = {}, changed = {}, never_there = [] } = row.found as Found
  return { ...serializeImport(row), lost, changed, never_there }
}
