import { seconds } from '#contract'
import type { Row } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { ScimTokenOut } from './api.ts'
import { directoryCache } from './cache.ts'
import { scimAddress } from './ids.ts'
import { lastUse } from './request-log.ts'

export function serializeToken(org: Organization, row: Row<'scim_token'>): ScimTokenOut {
  const used = lastUse(org, row.id) ?? row.last_used_at
  return {
    id: row.id,
    name: row.name,
    creator_id: row.creator_id,
    date_created: seconds(row.created_at),
    last_used: used && seconds(used),
  }
}

export function serializeDirectory(org: Organization, tokens: readonly Row<'scim_token'>[]) {
  const { isOn, profileFields, people, groups } = org.get(directoryCache)
  let known = 0
  for (const { isDeleted } of people.values()) if (!isDeleted) known++
  return {
    enabled: isOn,
    address: scimAddress(org),
    profile_fields: { ...profileFields },
    tokens: tokens.map((row) => serializeToken(org, row)),
    people: known,
    groups: groups.size,
  }
}

export const serializeRequest = ({ at, ...row }: Omit<Row<'scim_request'>, 'id' | 'org_id'>) => ({
  time: seconds(at),
  token_name: row.token_name,
  method: row.method,
  path: row.path,
  status: row.status,
  duration_ms: row.duration_ms,
  detail: row.detail,
})
