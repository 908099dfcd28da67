import pg from 'pg'

const int8 = 20
const int8List = 1016
const json = new Set([114, 3802])
const jsonList = new Set([199, 3807])

export type Read = (text: string) => unknown

const parserOf = (type: number) =>
  pg.types.getTypeParser(type as number as Parameters<typeof pg.types.getTypeParser>[0], 'text') as Read
const numbers = parserOf(int8List)
const asNumbers = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asNumbers) : value === null ? null : Number(value)

/** The parser for a column type: IDs become numbers, times dates, and JSON is parsed. */
export function readerOf(type: number): Read {
  if (type === int8) return Number
  if (type === int8List) return (text) => asNumbers(numbers(text))
  return parserOf(type)
}

/** Serializes a parameter; a list becomes an array unless the type is JSON. */
export function written(value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null
  if (type !== undefined && json.has(type)) return JSON.stringify(value)
  if (Array.isArray(value)) return listOf(value, type !== undefined && jsonList.has(type))
  return scalar(value)
}

function scalar(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** An array literal with every element quoted, which all types accept. */
function listOf(values: readonly unknown[], isJson: boolean): string {
  const parts = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value) && !isJson) return listOf(value, false)
    if (typeof value === 'number') return isJson ? `"${value}"` : String(value)
    const text = isJson ? JSON.stringify(value) : scalar(value)
    return `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${parts.join(',')}}`
}
