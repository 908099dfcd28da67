import type { Verdict } from '../../src/features/people/organization/rules.ts'
import { people } from '../store/people.ts'
import { explainInOrganization, type Known, type PermissionSubject } from './explanations.ts'
import { pathsOf } from './paths.ts'
import { known } from './rights.ts'
import type { PermissionValue } from './value.ts'

/** Explains whether someone can do something; undefined if it doesn't apply. */
export type Explain = (who: PermissionSubject, known: Known) => Verdict | undefined

/** The data that checks depend on, with each value's paths computed once, for checking everyone. */
function knownForMany(): Known {
  const { groups } = known
  const all = new Map<string, ReturnType<typeof pathsOf>>()
  return {
    groups,
    organization: known.organization,
    rules: known.rules,
    path(value, id) {
      const key = JSON.stringify(value)
      let paths = all.get(key)
      if (!paths) {
        paths = pathsOf(value, groups)
        all.set(key, paths)
      }
      return paths.people.get(id)
    },
  }
}

/** Everyone who can do something, with the reasons. */
export function allowedPeople(explain: Explain): ReadonlyMap<number, Verdict> {
  const many = knownForMany()
  const found = new Map<number, Verdict>()
  for (const { user_id, role, is_active } of people.value.values()) {
    if (!is_active) continue
    const verdict = explain({ id: user_id, role }, many)
    if (verdict?.can) found.set(user_id, verdict)
  }
  return found
}

/** Explains who would have a permission of the organization with another value. */
export const explainWithValue =
  (name: string) =>
  (value: PermissionValue): Explain =>
  (who, all) =>
    explainInOrganization(name, who, {
      ...all,
      organization: (each) => (each === name ? value : all.organization(each)),
    })
