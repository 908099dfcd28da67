/** Escapes a value for a filter (RFC 4515). */
export const escaped = (value: string): string =>
  value.replace(/[\\*()\0]/g, (sign) => `\\${(sign.codePointAt(0) as number).toString(16).padStart(2, '0')}`)

export const equals = (attribute: string, value: string): string => `(${attribute}=${escaped(value)})`

export const allOf = (...filters: readonly string[]): string =>
  filters.length === 1 ? (filters[0] as string) : `(&${filters.join('')})`

export const anyOf = (...filters: readonly string[]): string =>
  filters.length === 1 ? (filters[0] as string) : `(|${filters.join('')})`

/** Active Directory: matches direct and nested members of a group. */
export const inChain = (groupDn: string): string => `(memberOf:1.2.840.113556.1.4.1941:=${escaped(groupDn)})`

const attributeName = /^[A-Za-z][A-Za-z0-9-]{0,99}$/
export const isAttribute = (name: string): boolean => attributeName.test(name)

/** Checks a configured filter's parentheses. */
export function isFilter(text: string): boolean {
  if (!/^\(.+\)$/.test(text)) return false
  let depth = 0
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    // two filters in a row
    if (depth < 0 || (depth === 0 && at < [...text].length - 1)) return false
  }
  return depth === 0
}
