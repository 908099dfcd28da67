import { type Scope, seconds } from '#contract'
import type { Row } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { AccessTokenOut } from './api.ts'
import { accessTokensCache } from './cache.ts'

export function serialize(org: Organization, row: Row<'access_token'>): AccessTokenOut {
  const used = org.get(accessTokensCache).used.get(row.id) ?? row.last_used_at
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    scopes: row.scopes as Scope[],
    channel_ids: row.channel_ids,
    date_created: seconds(row.created_at),
    expires_at: row.expires_at && seconds(row.expires_at),
    last_used: used && seconds(used),
    program: row.program_name === null ? null : { name: row.program_name, host: row.program_host ?? '' },
  }
}
