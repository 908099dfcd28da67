import { z } from 'zod'
import { maxEncoded, maxValues } from './codec.ts'

/** How to read one parameter. */
export interface Decoder {
  readonly name: string
  readonly names: readonly string[]
  readonly wire: 'raw' | 'json' | 'either'
  readonly schema: z.ZodType
  /** Maximum encoded characters, values in all, and list items, checked before parsing. */
  readonly maxEncoded: number
  readonly maxValues: number
  readonly maxItems: number
  /** True for enums, whose values never contain quotes. */
  readonly isWord: boolean
}

const wrappers = new Set(['optional', 'default', 'prefault', 'nullable', 'catch', 'readonly', 'nonoptional'])

export function decoder(name: string, schema: z.ZodType): Decoder {
  let wire: Decoder['wire'] | undefined
  let aliases: string[] = []
  let most: number | undefined
  let values: number | undefined
  let base: z.core.$ZodType = schema
  for (;;) {
    const meta = z.globalRegistry.get(base)
    wire ??= meta?.wire
    most ??= meta?.maxEncoded
    values ??= meta?.maxValues
    if (meta?.aliases) aliases = meta.aliases
    const inner = innerOf(base)
    if (!inner) break
    base = inner
  }
  return {
    name,
    names: [name, ...aliases],
    wire: wire ?? wireOf(base),
    schema,
    maxEncoded: most ?? maxEncoded,
    maxValues: values ?? maxValues,
    maxItems: longestList(base),
    isWord: (base._zod.def as { type: string }).type === 'enum',
  }
}

/** The schema inside a wrapper, or undefined. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  return wrappers.has(def.type) ? def.innerType : def.type === 'pipe' ? def.in : undefined
}

/** The largest number of items of any list that the schema accepts. */
function longestList(schema: z.core.$ZodType): number {
  const def = schema._zod.def as { options?: z.core.$ZodType[]; in?: z.core.$ZodType; innerType?: z.core.$ZodType }
  if (def.options) return Math.max(...def.options.map(longestList))
  const inner = def.in ?? def.innerType
  if (inner) return longestList(inner)
  return Number(z.globalRegistry.get(schema)?.maxItems ?? 0)
}

/** Maximum characters of an enum's value, possibly in quotes. */
const maxWordLength = 200

/** Maximum encoded characters of a value, to refuse longer ones before decoding. */
export function maxCharactersOf({ wire, schema, maxEncoded }: Decoder): number {
  if (wire !== 'raw') return maxEncoded
  for (let part: z.core.$ZodType | undefined = schema; part; part = innerOf(part)) {
    const length = z.globalRegistry.get(part)?.maxLength ?? (part as z.ZodString).maxLength
    if (typeof length === 'number') return length
  }
  return maxWordLength
}

function wireOf(schema: z.core.$ZodType): Decoder['wire'] {
  const def = schema._zod.def as { type: string; values?: unknown[] }
  if (def.type === 'string' || def.type === 'enum') return 'raw'
  if (def.type === 'literal' && def.values?.every((value) => typeof value === 'string')) return 'raw'
  return def.type === 'union' ? 'either' : 'json'
}
