import { quoted, type Table } from './catalogue.ts'

/** The values of a row's primary key, as its line of JSON has them. */
export type Key = readonly (string | number | boolean)[]

/** The rows after one key, up to and with another; null where there is no bound. */
interface KeyRange {
  readonly after: Key | null
  readonly through: Key | null
}

export function keyIn(line: string, { key }: Table): Key {
  const row = JSON.parse(line) as Record<string, Key[number]>
  return key.map(({ name }) => row[name] as Key[number])
}

/** Conditions on rows called `r`, in the order in which rows are read. */
export function within({ key }: Table, { after, through }: KeyRange): string {
  const columns = key.map(({ name, isText }) => `r.${quoted(name)}${isText ? ' collate "C"' : ''}`).join()
  const bound = (sign: string, values: Key) => `(${columns}) ${sign} (${values.map(literal).join()})`
  const bounds = [after && bound('>', after), through && bound('<=', through)].filter((one) => one !== null)
  return bounds.join(' and ') || 'true'
}

/** Its type is that of the column it is compared with. The values are the database's own. */
const literal = (value: Key[number]): string => `'${String(value).replaceAll("'", "''")}'`
