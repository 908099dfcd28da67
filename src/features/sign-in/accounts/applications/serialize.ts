import { seconds } from '#contract'
import type { Stored } from './store.ts'
import type { Answer, FollowUp } from './wire.ts'

/** `networks` has the lowest ID of each network that sent several applications. */
export const serializeApplication = (row: Stored, networks: ReadonlyMap<string, number>) => ({
  id: row.id,
  email: row.email,
  full_name: row.full_name,
  answers: row.answers as Answer[],
  follow_ups: row.follow_ups as FollowUp[],
  network_group: networks.get(row.network_hash ?? '') ?? null,
  inviter_id: row.inviter_id,
  invited_as: row.role,
  applied_at: seconds(row.applied_at),
  expires_at: seconds(row.due_at),
})
