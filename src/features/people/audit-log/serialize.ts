import { seconds, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import * as store from './store.ts'

interface Row {
  readonly id: number
  readonly at: Date
  readonly acting_user_id: UserId | null
  readonly action: string
  readonly params: unknown
  readonly address: string
  readonly client: string
}

export const serialize = ({ at, params, ...row }: Row) => ({
  id: row.id,
  time: seconds(at),
  acting_user_id: row.acting_user_id,
  action: row.action,
  params: params as Record<string, unknown>,
  address: row.address,
  client: row.client,
})

/** Oldest first: for the server's operator. */
export async function entriesAfter(org: Organization, after: number, limit: number) {
  return (await org.db.read((tx) => store.list(tx, org.id, { after, limit }))).map(serialize)
}
