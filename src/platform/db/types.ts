import { types } from '@electric-sql/pglite'

type Read = (text: string) => unknown
type Write = (value: unknown) => string

const int8 = 20
const json = 114
const jsonb = 3802

export class Types {
  readonly #read = new Map<number, Read>()
  readonly #write = new Map<number, Write>()

  /** `arrays`: pairs of array type and element type. */
  constructor(arrays: readonly (readonly [array: number, element: number])[] = []) {
    for (const [type, parse] of Object.entries(types.parsers)) this.#read.set(Number(type), parse)
    for (const [type, serialize] of Object.entries(types.serializers)) this.#write.set(Number(type), serialize)
    this.#read.set(int8, Number)
    for (const type of [json, jsonb]) this.#write.set(type, (value) => JSON.stringify(value))
    for (const [array, element] of arrays) {
      const read = this.#read.get(element)
      const write = this.#write.get(element)
      this.#read.set(array, (text) => types.arrayParser(text, read as Read, array))
      this.#write.set(array, (value) => arrayText(value, write) ?? types.arraySerializer(value, write, array))
    }
  }

  reader(type: number): Read {
    return this.#read.get(type) ?? asIs
  }

  writer(type: number): Write {
    return this.#write.get(type) ?? String
  }
}

/** An array literal; undefined for nested lists and other values. perf: the library's takes four times as long. */
function arrayText(value: unknown, write: Write = String): string | undefined {
  if (!Array.isArray(value) || Array.isArray(value[0])) return undefined
  const texts = value.map((one: unknown) => {
    if (one === null || one === undefined) return 'null'
    const text = write(one)
    if (typeof one === 'number') return text
    return special.test(text) ? `"${text.replace(specials, '\\$&')}"` : `"${text}"`
  })
  return `{${texts.join()}}`
}

const special = /["\\]/
const specials = /["\\]/g

const asIs: Read = (text) => text

export const listOfArrays =
  "select oid::int4 as array, typelem::int4 as element from pg_type where typcategory = 'A' and typelem <> 0"
