import { asGroupId, asUserId, type GroupId, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'

/** Users and groups have separate IDs, so a prefix tells them apart in member lists. */
export const personResourceId = (id: UserId): string => `u${id}`
export const groupResourceId = (id: GroupId): string => `g${id}`

const number = (text: string, begins: string): number | undefined =>
  text.startsWith(begins) && /^[1-9]\d{0,14}$/.test(text.slice(1)) ? Number(text.slice(1)) : undefined

export function personIdOf(text: string): UserId | undefined {
  const id = number(text, 'u')
  return id === undefined ? undefined : asUserId(id)
}

export function groupIdOf(text: string): GroupId | undefined {
  const id = number(text, 'g')
  return id === undefined ? undefined : asGroupId(id)
}

export const scimPath = '/scim/v2'

export function scimAddress(org: Organization): string {
  return org.services.organizationUrl(org.get(organizationCache).subdomain) + scimPath
}
