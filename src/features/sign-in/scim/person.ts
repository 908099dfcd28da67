import type { GroupId, UserId } from '#contract'
import type { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { groupsCache } from '../../people/groups/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Account } from '../../people/users/account.ts'
import { avatarUrl } from '../../people/users/serialize.ts'
import { enterpriseSchema, userSchema } from './attributes.ts'
import type { KeptPerson } from './directory.ts'
import { groupResourceId, personResourceId, scimAddress } from './ids.ts'
import type { Json } from './json.ts'
import { items } from './json.ts'
import { roleName, roleOfItem } from './role.ts'
import { versionOf, withVersion } from './version.ts'

/** For each user, the requested groups that contain them. */
type GroupsOfPeople = ReadonlyMap<UserId, readonly { id: GroupId; name: string }[]>

const same = (a: unknown, b: string): boolean => String(a).toLowerCase() === b.toLowerCase()

export function personResource(
  org: Organization,
  account: Account,
  kept: KeptPerson | undefined,
  groups?: GroupsOfPeople,
): Json {
  const { userName: _, emails, roles, name, photos, timezone, ...others } = (kept?.attributes ?? {}) as Json
  const id = personResourceId(account.id)
  const address = scimAddress(org)
  const known = items(emails)
  const own = known.find(({ value }) => same(value, account.deliveryEmail)) ?? { type: 'work' }
  const role = roleName(account.role)
  const resource: Json = {
    schemas: [userSchema, ...(enterpriseSchema in others ? [enterpriseSchema] : [])],
    id,
    ...(kept?.externalId == null ? {} : { externalId: kept.externalId }),
    userName: kept?.userName ?? account.deliveryEmail,
    name: { ...(name as Json | undefined), formatted: account.fullName },
    displayName: account.fullName,
    active: account.isActive,
    emails: [
      { ...own, value: account.deliveryEmail, primary: true },
      ...known.filter(({ value }) => !same(value, account.deliveryEmail)).map(({ primary: _p, ...one }) => one),
    ],
    roles: [
      { value: role, display: role, primary: true },
      ...items(roles).filter((one) => roleOfItem(one) === undefined),
    ],
    ...(account.timezone || timezone ? { timezone: account.timezone || timezone } : {}),
    ...others,
  }
  const picture = photos ?? pictureOf(org, account)
  if (picture) resource.photos = picture
  const version = versionOf(resource)
  if (groups) {
    const of = groups.get(account.id) ?? []
    if (of.length > 0)
      resource.groups = of.map((group) => ({
        value: groupResourceId(group.id),
        $ref: `${address}/Groups/${groupResourceId(group.id)}`,
        display: group.name,
        type: 'direct',
      }))
  }
  const created = account.joinedAt.toISOString()
  const lastModified = (kept && kept.modifiedAt > account.joinedAt ? kept.modifiedAt : account.joinedAt).toISOString()
  resource.meta = { resourceType: 'User', created, lastModified, location: `${address}/Users/${id}` }
  return withVersion(resource, version)
}

function pictureOf(org: Organization, account: Account): Json[] | undefined {
  if (account.avatarSource !== 'U') return undefined
  const site = org.services.organizationUrl(org.get(organizationCache).subdomain)
  return [{ value: site + avatarUrl(account, '/medium'), type: 'photo', primary: true }]
}

/** The groups of some users, found by iterating over all groups once. */
export async function groupsOfPeople(org: Organization, ids: readonly UserId[], pace: Pace): Promise<GroupsOfPeople> {
  const wanted = new Set<UserId>(ids)
  const found = new Map<UserId, { id: GroupId; name: string }[]>()
  for (const group of [...org.get(groupsCache).byId.values()]) {
    if (group.isSystem || group.deactivated) continue
    await pace.step()
    for (const id of group.members) {
      if (!wanted.has(id)) continue
      const known = found.get(id)
      if (known) known.push(group)
      else found.set(id, [group])
    }
  }
  return found
}
