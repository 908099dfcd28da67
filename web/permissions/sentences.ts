import type { Obstacle, Reason, Verdict } from '../../src/areas/organization/rules.ts'
import type { SystemGroupName } from '../../src/areas/organization/system-group-rules.ts'
import { groupsById } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'
import { nameOfGroup } from './holders.ts'
import type { Somebody } from './judgement.ts'
import type { Path } from './paths.ts'

/** Groups one within the other, in words: "Designers, which is in Staff". Of roles only the one that somebody has is told. */
function chainOf(path: Path): { role?: SystemGroupName; groups: string[] } {
  const [first] = path
  const own = first === undefined ? undefined : groupsById.value.get(first)
  const made = path.filter((id) => !groupsById.value.get(id)?.is_system_group)
  return {
    ...(own?.is_system_group ? { role: own.name as SystemGroupName } : {}),
    groups: made.map(nameOfGroup),
  }
}

/** Why somebody is among those whom a value names. */
export function becauseOfPath(path: Path, userId: number): string {
  const isOwn = userId === ownId.value
  if (path.length === 0) return t.isNamed(isOwn)
  const { role, groups } = chainOf(path)
  return role === undefined ? t.isInGroups(isOwn, groups) : t.hasRole(isOwn, role, groups)
}

/** Why those in a group are among those whom a value names. */
const becauseOfGroup = (path: Path): string =>
  path.length === 0 ? t.isNamed(false) : t.isInGroups(false, path.map(nameOfGroup))

function ofReason(reason: Reason, { id, isGroup }: Somebody): string {
  if (reason.kind !== 'holds') return t.reasons[reason.kind](!isGroup && id === ownId.value)
  const because = isGroup ? becauseOfGroup(reason.path) : becauseOfPath(reason.path, id)
  return `${because}${reason.scope === 'realm' ? t.everywhere : ''}`
}

/** One obstacle says enough, and that nobody let them in is the least of them. */
function ofObstacles(all: readonly Obstacle[], { id, isGroup }: Somebody): string {
  const isOwn = !isGroup && id === ownId.value
  const one = all.find(({ kind }) => kind !== 'lacks')
  if (!one || one.kind === 'lacks') return isGroup ? t.groupIsNotAmong : t.isNotAmong(isOwn)
  return isGroup ? t.obstaclesOfGroups[one.kind]() : t.obstacles[one.kind](isOwn)
}

/** What somebody is called at the beginning of a sentence. */
const begun = ({ id, isGroup }: Somebody): string =>
  isGroup ? nameOfGroup(id) : id === ownId.value ? t.youBegun : (person(id)?.full_name ?? t.unknownPerson)

/** Whether somebody may do something, and why: "Ada may post here because they are in Designers, which is in Staff." */
export const sentenceOf = (verdict: Verdict, deed: string, who: Somebody): string =>
  verdict.may
    ? t.may(begun(who), deed, [...new Set(verdict.because.map((one) => ofReason(one, who)))])
    : (who.isGroup ? t.notAllMay : t.mayNot)(begun(who), deed, ofObstacles(verdict.because, who))

/** How a group comes to be among those who are named, in words; undefined where it is named itself. */
export const groupPath = (path: Path): string | undefined =>
  path.length === 0 ? undefined : t.throughGroups(path.map(nameOfGroup))
