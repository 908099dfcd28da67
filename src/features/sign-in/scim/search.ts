import type { UserId } from '#contract'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import { groupsCache } from '../../people/groups/cache.ts'
import type { Group } from '../../people/groups/group.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { attributePath } from './attribute-path.ts'
import { groupKind, type ResourceKind, userKind } from './attributes.ts'
import { directoryCache } from './cache.ts'
import { fits, valuesAt, wantedValues } from './comparison.ts'
import { type Filter, parseFilter } from './filter.ts'
import { groupResource, isDirectoryGroup } from './group.ts'
import { groupIdOf, personIdOf } from './ids.ts'
import type { Json } from './json.ts'
import { scimLimits } from './limits.ts'
import { sortedBy } from './order.ts'
import { groupsOfPeople, personResource } from './person.ts'
import { type Projection, projected, projectionOf, shows } from './projection.ts'
import { field } from './resource.ts'
import { badFilter, badValue } from './scim-error.ts'

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export interface Query {
  readonly filter: string | undefined
  readonly startIndex: number
  readonly count: number
  readonly sortBy: string | undefined
  readonly isDescending: boolean
  readonly attributes: unknown
  readonly excludedAttributes: unknown
}

export const queryOfAddress = (search: URLSearchParams): Query =>
  queryOf((name) => [...search].find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1])

export const queryOfBody = (body: Json): Query => queryOf((name) => field(body, name) ?? undefined)

function queryOf(given: (name: string) => unknown): Query {
  const text = (name: string) => {
    const value = given(name)
    if (value !== undefined && typeof value !== 'string') throw badValue(`${name} is no text`)
    return value === '' ? undefined : value
  }
  return {
    filter: text('filter'),
    startIndex: Math.max(1, whole('startIndex', given('startIndex'), 1)),
    count: Math.min(Math.max(0, whole('count', given('count'), scimLimits.usualPage)), scimLimits.page),
    sortBy: text('sortBy'),
    isDescending: text('sortOrder')?.toLowerCase() === 'descending',
    attributes: given('attributes'),
    excludedAttributes: given('excludedAttributes'),
  }
}

function whole(name: string, value: unknown, otherwise: number): number {
  if (value === undefined || value === '') return otherwise
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw badValue(`${name} is no whole number`)
  return number
}

interface Found {
  readonly id: number
  readonly members: number
  show(): Json
}

/** Searches resources of these kinds; returns the JSON of one page. */
export async function searched(org: Organization, kinds: readonly ResourceKind[], query: Query): Promise<string> {
  const pace = new Pace()
  let found: Found[] = []
  for (const kind of kinds)
    found = [...found, ...(await (kind === userKind ? people(org, query, pace) : groups(org, query, pace)))]
  const page: Found[] = []
  let members = 0
  for (const one of found.slice(query.startIndex - 1, query.startIndex - 1 + query.count)) {
    members += one.members
    if (page.length > 0 && members > scimLimits.membersInPage) break
    page.push(one)
  }
  const texts: string[] = []
  for (const one of page) {
    texts.push(await resourceText(one.show(), pace))
    await pace.step()
  }
  const head = { schemas: [listSchema], totalResults: found.length, startIndex: query.startIndex }
  const begins = JSON.stringify({ ...head, itemsPerPage: page.length }).slice(0, -1)
  return `${begins},"Resources":[${texts.join()}]}`
}

/** Serializes a resource; members of a large group in steps. */
export async function resourceText(resource: Json, pace = new Pace()): Promise<string> {
  const { members } = resource
  if (!Array.isArray(members) || members.length < 500) return JSON.stringify(resource)
  const { members: _, ...rest } = resource
  const texts: string[] = []
  for (let at = 0; at < members.length; at += 500) {
    texts.push(JSON.stringify(members.slice(at, at + 500)).slice(1, -1))
    await pace.step()
  }
  return `${JSON.stringify(rest).slice(0, -1)},"members":[${texts.join()}]}`
}

const mentions = (filter: Filter | undefined, name: string): boolean => {
  if (!filter) return false
  if ('parts' in filter) return filter.parts.some((part) => mentions(part, name))
  if (filter.kind === 'not') return mentions(filter.part, name)
  return filter.path?.attribute.name === name && !filter.path.isExtension
}

const sortPath = (kind: ResourceKind, { sortBy }: Query) => {
  const path = sortBy === undefined ? undefined : attributePath(kind, sortBy)
  if (sortBy !== undefined && !path) throw badValue(`sortBy names no attribute: ${sortBy.slice(0, 50)}`)
  return path
}

/** Matching users in the requested order; a filter for one user checks only that user. */
async function people(org: Organization, query: Query, pace: Pace): Promise<Found[]> {
  const filter = query.filter === undefined ? undefined : parseFilter(userKind, query.filter)
  const projection = projectionOf(userKind, query.attributes, query.excludedAttributes)
  const path = sortPath(userKind, query)
  const directory = org.get(directoryCache)
  const accounts = candidates(org, filter).filter((account) => directory.knows(account))
  const needsGroups = mentions(filter, 'groups') || path?.attribute.name === 'groups'
  const sought = needsGroups ? await groupsOfPeople(org, idsOf(accounts), pace) : undefined
  const keys = new Map<UserId, string>()
  let matching: Account[] = []
  if (filter || path)
    for (const account of accounts) {
      await pace.step()
      const resource = personResource(org, account, directory.people.get(account.id), sought)
      if (filter && !fits(filter, resource)) continue
      matching.push(account)
      const key = path && valuesAt(resource, path)[0]
      if (key !== undefined) keys.set(account.id, String(key).toLowerCase())
    }
  else matching = accounts
  if (path) matching = await sortedBy(matching, ({ id }) => keys.get(id), query.isDescending, pace)
  const shown = matching.slice(query.startIndex - 1, query.startIndex - 1 + query.count)
  const of = shows(projection, 'groups') ? await groupsOfPeople(org, idsOf(shown), pace) : undefined
  return matching.map((account) => ({
    id: account.id,
    members: 0,
    show: () => projected(personResource(org, account, directory.people.get(account.id), of), projection),
  }))
}

const idsOf = (accounts: readonly Account[]): UserId[] => accounts.map(({ id }) => id)

function candidates(org: Organization, filter: Filter | undefined): readonly Account[] {
  const all = org.get(peopleCache)
  if (!filter) return all.all()
  const directory = org.get(directoryCache)
  const some = (ids: readonly (UserId | undefined)[]): Account[] =>
    [...new Set(ids)].flatMap((id) => (id === undefined ? [] : (all.byId.get(id) ?? [])))
  const ids = wantedValues(filter, 'id')
  if (ids) return some(ids.map(personIdOf))
  const names = wantedValues(filter, 'userName')
  if (names) return some(names.flatMap((name) => [directory.personWithUserName(name), all.withDeliveryEmail(name)?.id]))
  const external = wantedValues(filter, 'externalId')
  return external ? some(external.map((id) => directory.personWithExternalId(id))) : all.all()
}

async function groups(org: Organization, query: Query, pace: Pace): Promise<Found[]> {
  const filter = query.filter === undefined ? undefined : parseFilter(groupKind, query.filter)
  const projection = projectionOf(groupKind, query.attributes, query.excludedAttributes)
  const path = sortPath(groupKind, query)
  const byMembers = mentions(filter, 'members')
  const wanted = filter && byMembers ? wantedValues(filter, 'members') : undefined
  if (byMembers && !wanted)
    throw badFilter('Groups can be filtered by members only with members eq and further conditions')
  if (path?.attribute.name === 'members') throw badValue('Groups are not sorted by their members')
  const keys = new Map<number, string>()
  let matching: Group[] = []
  for (const group of [...org.get(groupsCache).byId.values()].sort((a, b) => a.id - b.id)) {
    if (!isDirectoryGroup(group)) continue
    await pace.step()
    if (filter || path) {
      const resource = groupResource(org, group, false)
      if (wanted) resource.members = membersAmong(group, wanted)
      if (filter && !fits(filter, resource)) continue
      const key = path && valuesAt(resource, path)[0]
      if (key !== undefined) keys.set(group.id, String(key).toLowerCase())
    }
    matching.push(group)
  }
  if (path) matching = await sortedBy(matching, ({ id }) => keys.get(id), query.isDescending, pace)
  const withMembers = shows(projection, 'members')
  return matching.map((group) => ({
    id: group.id,
    members: withMembers ? group.members.length : 0,
    show: () => projected(groupResource(org, group, withMembers), projection),
  }))
}

const membersAmong = (group: Group, ids: readonly string[]): Json[] =>
  ids.flatMap((value) => {
    const person = personIdOf(value)
    const inner = groupIdOf(value)
    if (person !== undefined && group.members.includes(person)) return [{ value, type: 'User' }]
    return inner !== undefined && group.subgroups.includes(inner) ? [{ value, type: 'Group' }] : []
  })

export async function personShown(org: Organization, account: Account, projection: Projection): Promise<Json> {
  const kept = org.get(directoryCache).people.get(account.id)
  const of = shows(projection, 'groups') ? await groupsOfPeople(org, [account.id], new Pace()) : undefined
  return projected(personResource(org, account, kept, of), projection)
}
