/** Maximum nesting of lists and objects. */
export const maxDepth = 64

/** Why a text can't be stored or sent, or undefined. */
export function unsoundText(value: string): string | undefined {
  if (value.includes('\u0000')) return 'cannot contain null bytes'
  if (!value.isWellFormed()) return 'cannot contain halves of surrogate pairs'
  return undefined
}

/** The same for all texts and names in a JSON value; also checks its depth. */
export function unsound(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return unsoundText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === maxDepth) return `is nested too deeply (limit: ${maxDepth} levels)`
  if (Array.isArray(value)) {
    for (const one of value) {
      const problem = unsound(one, depth + 1)
      if (problem) return problem
    }
    return undefined
  }
  for (const [name, one] of Object.entries(value)) {
    const problem = unsoundText(name) ?? unsound(one, depth + 1)
    if (problem) return problem
  }
  return undefined
}
