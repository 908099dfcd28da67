import { seconds } from '#contract'
import type { Stored } from './store.ts'
import type { Answer } from './wire.ts'

export const serializeApplication = (row: Stored) => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  answers: row.answers as Answer[],
  inviter_id: row.inviter_id,
  invited_as: row.role,
  applied_at: seconds(row.applied_at),
  expires_at: seconds(row.due_at),
})
