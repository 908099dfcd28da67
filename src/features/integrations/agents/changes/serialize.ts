import { seconds } from '#contract'
import { type AgentChangeOut, undoableSecs } from './api.ts'
import type { Stored } from './store.ts'

export const serialize = (row: Stored): AgentChangeOut => ({
  id: row.id,
  user_id: row.user_id,
  token_id: row.token_id,
  agent: row.agent,
  request_id: row.request_id,
  operation: row.operation,
  time: seconds(row.at),
  deeds: row.summary.map((action) => ({ ...action })),
  undo_until: row.deeds === null ? null : seconds(row.at) + undoableSecs,
  undone_at: row.undone_at && seconds(row.undone_at),
  undone_by: row.undone_by,
})
