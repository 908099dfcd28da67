import { list } from 'messages:format'
import type { Obstacle, Reason, Verdict } from '../../src/features/people/organization/rules.ts'
import { groupsById } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'
import type { PermissionSubject } from './explanations.ts'
import { nameOfGroup } from './holders.ts'
import type { Path } from './paths.ts'

/** An action as sentences: what you, someone, or a group can do, and what not everyone in a group can do. */
export interface PermissionTexts {
  can(isOwn: boolean, name: string): string
  cannot(isOwn: boolean, name: string): string
  notAll(name: string): string
}

/** "Designers, which is part of Staff" */
const chainOf = ([group = '', ...outer]: readonly string[]): string =>
  outer.length === 0 ? group : t.groupInside(group, chainOf(outer))

/** Why a user is included in a value; role groups are only named if it's the user's own role. */
export function becauseOfPath(path: Path, userId: number): string {
  const isOwn = userId === ownId.value
  const [first] = path
  if (first === undefined) return t.isNamed(isOwn)
  const chain = chainOf(path.filter((id) => !groupsById.value.get(id)?.is_system_group).map(nameOfGroup))
  const own = groupsById.value.get(first)
  const hasRole = own?.is_system_group ? t.hasRole[own.name as keyof typeof t.hasRole] : undefined
  if (!hasRole) return t.isInGroup(isOwn, chain)
  return chain === '' ? hasRole(isOwn) : t.hasRoleInGroup(isOwn, hasRole(isOwn), chain)
}

const becauseOfGroup = (path: Path): string =>
  path.length === 0 ? t.isNamed(false) : t.isInGroup(false, chainOf(path.map(nameOfGroup)))

function ofReason(reason: Reason, { id, isGroup }: PermissionSubject): string {
  if (reason.kind !== 'holds') return t.reasons[reason.kind](!isGroup && id === ownId.value)
  const because = isGroup ? becauseOfGroup(reason.path) : becauseOfPath(reason.path, id)
  return reason.scope === 'realm' ? t.everywhere(because) : because
}

/** Only the first obstacle; a missing permission comes last. */
function ofObstacles(all: readonly Obstacle[], { id, isGroup }: PermissionSubject): string {
  const isOwn = !isGroup && id === ownId.value
  const one = all.find(({ kind }) => kind !== 'lacks')
  if (!one || one.kind === 'lacks') return isGroup ? t.groupIsNotAmong : t.isNotAmong(isOwn)
  return isGroup ? t.obstaclesOfGroups[one.kind] : t.obstacles[one.kind](isOwn)
}

/** Why someone can do something: "they’re in Designers, which is part of Staff"; undefined if there's nothing to say. */
export function reasonsOf({ can, because }: Verdict, who: PermissionSubject): string | undefined {
  const reasons = can ? [...new Set(because.map((one) => ofReason(one as Reason, who)))] : []
  return reasons.length === 0 ? undefined : list(reasons)
}

/** Whether someone can do something, and why: "Ada can post here because they’re in Designers, which is part of Staff." */
export function sentenceOf(verdict: Verdict, permission: PermissionTexts, who: PermissionSubject): string {
  const { id, isGroup } = who
  const isOwn = !isGroup && id === ownId.value
  const name = isGroup ? nameOfGroup(id) : (person(id)?.full_name ?? t.unknownPerson)
  if (!verdict.can) {
    const obstacle = ofObstacles(verdict.because, who)
    return isGroup
      ? t.groupBecause(permission.notAll(name), obstacle)
      : t.because(permission.cannot(isOwn, name), obstacle)
  }
  const reasons = reasonsOf(verdict, who)
  const can = permission.can(isOwn, name)
  return reasons === undefined ? t.noReason(can) : t.because(can, reasons)
}

/** How a group is included in a value, in words; undefined if the value names it. */
export const groupPath = (path: Path): string | undefined =>
  path.length === 0 ? undefined : t.throughGroup(chainOf(path.map(nameOfGroup)))
