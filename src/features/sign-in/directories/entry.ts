export interface Entry {
  readonly dn: string
  readonly [attribute: string]: string | string[] | Buffer | Buffer[]
}

/** All values of an attribute. Names are case-insensitive, and options after `;` are ignored. */
export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase()
  return Object.entries(entry).flatMap(([name, value]) =>
    name !== 'dn' && name.split(';')[0]?.toLowerCase() === wanted ? [value].flat() : [],
  )
}

/** The first non-empty text, trimmed; empty if there is none. */
export function textOf(entry: Entry, attribute: string): string {
  for (const value of valuesOf(entry, attribute)) {
    const text = (typeof value === 'string' ? value : value.toString('utf8')).trim()
    if (text !== '') return text
  }
  return ''
}

export function bytesOf(entry: Entry, attribute: string): Buffer | undefined {
  const [value] = valuesOf(entry, attribute)
  if (value === undefined || value.length === 0) return undefined
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}

/** The start of the next range of a long list: 1500 for `member;range=0-1499`; undefined at the end. */
export function nextOfRange(entry: Entry, attribute: string): number | undefined {
  const wanted = attribute.toLowerCase()
  for (const name of Object.keys(entry)) {
    const [, base, last] = /^([^;]+);range=\d+-(\d+|\*)$/i.exec(name) ?? []
    if (base?.toLowerCase() === wanted && last !== undefined && last !== '*') return Number(last) + 1
  }
  return undefined
}

/** Normalizes spaces and case of a DN, for comparison. */
export const sameName = (dn: string): string =>
  dn
    .split(/(?<!\\),/)
    .map((part) => part.trim().replace(/(?<!\s)\s*=\s*/, '='))
    .join(',')
    .toLowerCase()
