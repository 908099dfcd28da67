/** What an entry says, by the names of the attributes as the directory writes them. */
export interface Entry {
  readonly dn: string
  readonly [attribute: string]: string | string[] | Buffer | Buffer[]
}

/** All values of an attribute, whose name is the same in any case; what comes after `;` is no part of it. */
export function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase()
  return Object.entries(entry).flatMap(([name, value]) =>
    name !== 'dn' && name.split(';')[0]?.toLowerCase() === wanted ? [value].flat() : [],
  )
}

/** The first value that is text, trimmed; empty for none. */
export function textOf(entry: Entry, attribute: string): string {
  for (const value of valuesOf(entry, attribute)) {
    const text = (typeof value === 'string' ? value : value.toString('utf8')).trim()
    if (text !== '') return text
  }
  return ''
}

/** The first value as its bytes. */
export function bytesOf(entry: Entry, attribute: string): Buffer | undefined {
  const [value] = valuesOf(entry, attribute)
  if (value === undefined || value.length === 0) return undefined
  return typeof value === 'string' ? Buffer.from(value, 'utf8') : value
}

/** Where a long list of values goes on: `member;range=0-1499` says that it goes on at 1500; undefined at its end. */
export function nextOfRange(entry: Entry, attribute: string): number | undefined {
  const wanted = attribute.toLowerCase()
  for (const name of Object.keys(entry)) {
    const [, base, last] = /^([^;]+);range=\d+-(\d+|\*)$/i.exec(name) ?? []
    if (base?.toLowerCase() === wanted && last !== undefined && last !== '*') return Number(last) + 1
  }
  return undefined
}

/** The same for two ways to write one name: with other spaces, and other cases. */
export const sameName = (dn: string): string =>
  dn
    .split(/(?<!\\),/)
    .map((part) => part.trim().replace(/(?<!\s)\s*=\s*/, '='))
    .join(',')
    .toLowerCase()
