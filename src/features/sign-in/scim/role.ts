import { roles } from '#contract'
import type { Json } from './json.ts'

const names = Object.entries(roles).map(([name, role]) => [name.toLowerCase(), role] as const)

export const roleName = (role: number): string => names.find(([, one]) => one === role)?.[0] ?? 'member'

/** Role names as directories write them: `Owner`, `admin`. */
function roleNamed(text: unknown): number | undefined {
  const name = String(text ?? '')
    .trim()
    .toLowerCase()
  return name === 'admin' ? roles.administrator : names.find(([one]) => one === name)?.[1]
}

/** The role of a `roles` item: its value, or its display text if the value is the directory's own ID. */
export const roleOfItem = ({ value, display }: Json): number | undefined => roleNamed(value) ?? roleNamed(display)

const itemsOf = (resource: Json): Json[] => (Array.isArray(resource.roles) ? (resource.roles as Json[]) : [])
const highest = (found: readonly (number | undefined)[]): number | undefined => {
  const known = found.filter((role) => role !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** The highest new role, then a changed `userType`, then the highest role; undefined if none. */
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
