import { roles } from '#contract'
import type { Json } from './comparison.ts'

const names = Object.entries(roles).map(([name, role]) => [name.toLowerCase(), role] as const)

export const roleName = (role: number): string => names.find(([, one]) => one === role)?.[0] ?? 'member'

/** The role that a text is the name of; directories write it as they like: `Owner`, `admin`. */
function roleNamed(text: unknown): number | undefined {
  const name = String(text ?? '')
    .trim()
    .toLowerCase()
  return name === 'admin' ? roles.administrator : names.find(([one]) => one === name)?.[1]
}

/** The role of an item of `roles`: its value, or where that is an id of the directory's own, what it shows. */
export const roleOfItem = ({ value, display }: Json): number | undefined => roleNamed(value) ?? roleNamed(display)

const itemsOf = (resource: Json): Json[] => (Array.isArray(resource.roles) ? (resource.roles as Json[]) : [])
const highest = (found: readonly (number | undefined)[]): number | undefined => {
  const known = found.filter((role) => role !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/**
 * The role that a change gives somebody; undefined where it says none. Of several that it names the highest one counts,
 * and those before the ones that were there already.
 */
export function wantedRole(before: Json, after: Json): number | undefined {
  const had = new Set(itemsOf(before).map(roleOfItem))
  const all = itemsOf(after).map(roleOfItem)
  const fresh = highest(all.filter((role) => !had.has(role)))
  if (fresh !== undefined) return fresh
  if (after.userType !== before.userType) {
    const role = roleNamed(after.userType)
    if (role !== undefined) return role
  }
  return highest(all)
}
