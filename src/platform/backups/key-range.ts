import { quoted, type Table } from './catalogue.ts'

export type Key = readonly (string | number | boolean)[]

/** Rows after one key (exclusive) through another (inclusive); null means unbounded. */
interface KeyRange {
  readonly after: Key | null
  readonly through: Key | null
}

export function keyIn(line: string, { key }: Table): Key {
  const row = JSON.parse(line) as Record<string, Key[number]>
  return key.map(({ name }) => row[name] as Key[number])
}

/** SQL condition for rows aliased `r`, in the order of `linesOf`. */
export function within({ key }: Table, { after, through }: KeyRange): string {
  const columns = key.map(({ name, isText }) => `r.${quoted(name)}${isText ? ' collate "C"' : ''}`).join()
  const bound = (sign: string, values: Key) => `(${columns}) ${sign} (${values.map(literal).join()})`
  const bounds = [after && bound('>', after), through && bound('<=', through)].filter((one) => one !== null)
  return bounds.join(' and ') || 'true'
}

/** Untyped, so that it takes the type of the column it's compared with. Only for values read from the database. */
const literal = (value: Key[number]): string => `'${String(value).replaceAll("'", "''")}'`
