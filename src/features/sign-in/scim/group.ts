import type { GroupId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { groupsCache } from '../../people/groups/cache.ts'
import type { Group } from '../../people/groups/group.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { groupSchema } from './attributes.ts'
import { directoryCache } from './cache.ts'
import type { Directory } from './directory.ts'
import { groupResourceId, personResourceId, scimAddress } from './ids.ts'
import type { Json } from './json.ts'
import { versionOf, withVersion } from './version.ts'

/** Whether directories can see a group: not system groups, which follow from roles. */
export const isDirectoryGroup = ({ isSystem, deactivated }: Group): boolean => !isSystem && !deactivated

export const membersOf = (directory: Directory, org: Organization, group: Group): UserId[] => {
  const { byId } = org.get(peopleCache)
  return group.members.filter((id) => {
    const account = byId.get(id)
    return account !== undefined && directory.knows(account)
  })
}

export const subgroupsOf = (org: Organization, group: Group): Group[] => {
  const { byId } = org.get(groupsCache)
  return group.subgroups.flatMap((id: GroupId) => {
    const inner = byId.get(id)
    return inner && isDirectoryGroup(inner) ? [inner] : []
  })
}

/** Changes with the name, external ID, and members. */
export function groupVersion(org: Organization, group: Group): string {
  const { groups } = org.get(directoryCache)
  return versionOf(group.name, groups.get(group.id)?.externalId ?? null, group.members, group.subgroups)
}

/** A group's resource; members of large groups are serialized separately. */
export function groupResource(org: Organization, group: Group, withMembers: boolean): Json {
  const directory = org.get(directoryCache)
  const kept = directory.groups.get(group.id)
  const id = groupResourceId(group.id)
  const address = scimAddress(org)
  const created = group.createdAt ?? new Date(0)
  const modified = kept && kept.modifiedAt > created ? kept.modifiedAt : created
  const resource: Json = {
    schemas: [groupSchema],
    id,
    ...(kept?.externalId == null ? {} : { externalId: kept.externalId }),
    displayName: group.name,
    ...(withMembers ? { members: memberItems(org, directory, group, address) } : {}),
    meta: {
      resourceType: 'Group',
      created: created.toISOString(),
      lastModified: modified.toISOString(),
      location: `${address}/Groups/${id}`,
    },
  }
  return withVersion(resource, groupVersion(org, group))
}

function memberItems(org: Organization, directory: Directory, group: Group, address: string): Json[] {
  const { byId } = org.get(peopleCache)
  const people = membersOf(directory, org, group).map((id) => {
    const value = personResourceId(id)
    return { value, $ref: `${address}/Users/${value}`, display: byId.get(id)?.fullName, type: 'User' }
  })
  const groups = subgroupsOf(org, group).map(({ id, name }) => {
    const value = groupResourceId(id)
    return { value, $ref: `${address}/Groups/${value}`, display: name, type: 'Group' }
  })
  return [...people, ...groups]
}
