import type { GroupId, UserId } from '#contract'
import { createGroup } from '../../people/groups/api.ts'
import { groupKind } from './attributes.ts'
import { wantedValues } from './comparison.ts'
import { groupIdOf, personIdOf } from './ids.ts'
import type { Json } from './json.ts'
import { scimLimits } from './limits.ts'
import { type Operation, operationsOf } from './patch.ts'
import { checkedResource, checkedText } from './resource.ts'
import { badPath, badValue, ScimError } from './scim-error.ts'

export interface WantedGroup {
  name: string
  externalId: string | null
  members: Set<UserId>
  subgroups: Set<GroupId>
}

/** Maximum members in one request: the maximum number of accounts. */
const maxMembers = 100_000

export function groupName(given: unknown): string {
  const name = createGroup.params.name.safeParse(typeof given === 'string' ? given : '')
  if (!name.success) throw badValue('displayName is missing, or is not a name that groups can have')
  return name.data
}

function externalIdOf(given: unknown): string | null {
  if (given === null || given === undefined) return null
  const text = checkedText('externalId', String(given)) ?? ''
  if (text.length > scimLimits.externalId) throw badValue(`externalId has at most ${scimLimits.externalId} characters`)
  return text === '' ? null : text
}

/** From the body of POST or PUT. */
export function wantedGroup(body: Json): WantedGroup {
  const given = checkedResource(groupKind, body, maxMembers)
  const wanted: WantedGroup = {
    name: groupName(given.displayName),
    externalId: externalIdOf(given.externalId),
    members: new Set(),
    subgroups: new Set(),
  }
  addMembers(wanted, given.members)
  return wanted
}

const idsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const id = typeof one === 'object' && one !== null ? (one as Json).value : one
    return id === undefined || id === null ? [] : [String(id)]
  })

function addMembers(wanted: WantedGroup, value: unknown): void {
  for (const id of idsOf(value)) {
    const person = personIdOf(id)
    const group = groupIdOf(id)
    if (person !== undefined) wanted.members.add(person)
    else if (group !== undefined) wanted.subgroups.add(group)
    else throw badValue(`members names what is neither a user nor a group: ${id.slice(0, 50)}`)
  }
}

function clear({ members, subgroups }: WantedGroup): void {
  members.clear()
  subgroups.clear()
}

function removeMembers(wanted: WantedGroup, ids: readonly string[]): void {
  for (const id of ids) {
    const person = personIdOf(id)
    const group = groupIdOf(id)
    if (person !== undefined) wanted.members.delete(person)
    if (group !== undefined) wanted.subgroups.delete(group)
  }
}

/** Parses a PATCH of a group; members are a set of IDs, not a list searched for each operation. */
export const groupOperations = (body: Json): Operation[] => operationsOf(groupKind, body)

export function applyToGroup(wanted: WantedGroup, operations: readonly Operation[]): void {
  for (const { op, place, value } of operations) {
    const { path, items } = place ?? {}
    const name = path?.attribute.name
    if (name === 'displayName') {
      if (op === 'remove') throw new ScimError(400, 'mutability', 'displayName cannot be removed')
      wanted.name = groupName(value)
    } else if (name === 'externalId') wanted.externalId = op === 'remove' ? null : externalIdOf(value)
    else if (name === 'members') changeMembers(wanted, op, items, value)
  }
}

function changeMembers(
  wanted: WantedGroup,
  op: Operation['op'],
  items: NonNullable<Operation['place']>['items'],
  value: unknown,
): void {
  const given = items ? undefined : idsOf(value)
  if (given && given.length > maxMembers) throw badValue(`members has at most ${maxMembers} values`)
  if (op === 'remove') {
    const ids = items ? wantedValues(items, 'value') : given
    // members can be selected only by ID
    if (items && ids === undefined) throw badPath('Members are named by their value: members[value eq "u1"]')
    if (ids && ids.length > 0) removeMembers(wanted, ids)
    else clear(wanted)
    return
  }
  if (items) throw badPath('Members are added and replaced without a condition')
  if (op === 'replace') clear(wanted)
  addMembers(wanted, value)
}
