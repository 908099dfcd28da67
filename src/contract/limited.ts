import { z } from 'zod'

declare const limit: unique symbol

/** A schema with declared limits. Only the codec's builders create one. */
export type Limited<S> = S & { readonly [limit]: true }

/** Values without a length. */
type Small = 'number' | 'int' | 'boolean' | 'null' | 'undefined' | 'literal' | 'enum' | 'never'

/** The parts of a schema whose size isn't limited; never if there are none. */
export type Unlimited<S> = S extends { readonly [limit]: true }
  ? never
  : S extends { _zod: { def: infer D } }
    ? D extends { type: Small }
      ? never
      : D extends { innerType: infer I }
        ? Unlimited<I>
        : D extends { type: 'pipe'; in: infer I }
          ? Unlimited<I>
          : D extends { options: readonly (infer O)[] }
            ? Unlimited<O>
            : D extends { items: readonly (infer I)[]; rest: null }
              ? Unlimited<I>
              : D extends { type: 'object'; shape: infer P }
                ? { [K in keyof P]: Unlimited<P[K]> }[keyof P]
                : S
    : S

/** Accepts a limited schema; for others, the type names the unlimited part. */
export type Checked<S> = [Unlimited<S>] extends [never] ? unknown : { readonly 'this schema needs a limit': never }
/** The same for a set of parameters. */
export type AllChecked<P> = { [K in keyof P]: Checked<P[K]> }

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  items?: readonly z.core.$ZodType[]
  rest?: z.core.$ZodType | null
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
}

const small: ReadonlySet<string> = new Set<Small>([
  'number',
  'int',
  'boolean',
  'null',
  'undefined',
  'literal',
  'enum',
  'never',
])

/** The same at run time: paths of the parts without a limit. */
export function unlimitedParts(schema: z.core.$ZodType, at = ''): string[] {
  const def = schema._zod.def as Definition
  const { maxLength, maxItems, maxProperties, maxEncoded } = z.globalRegistry.get(schema) ?? {}
  const all = (parts: readonly z.core.$ZodType[] = []) =>
    parts.flatMap((part, index) => unlimitedParts(part, `${at}/${index}`))
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  if (inner) return unlimitedParts(inner, at)
  if (small.has(def.type)) return []
  if (def.type === 'string' && (typeof maxLength === 'number' || (schema as z.ZodString).maxLength !== null)) return []
  if (def.type === 'array' && typeof maxItems === 'number')
    return unlimitedParts(def.element as z.core.$ZodType, `${at}/*`)
  if (def.type === 'custom' && typeof maxProperties === 'number') return []
  if (def.type === 'unknown' && typeof maxEncoded === 'number') return []
  if (def.type === 'union') return all(def.options)
  if (def.type === 'tuple' && !def.rest) return all(def.items)
  if (def.type === 'object' && (!def.catchall || def.catchall._zod.def.type === 'never'))
    return Object.entries(def.shape ?? {}).flatMap(([name, part]) => unlimitedParts(part, `${at}/${name}`))
  return [`${at || '/'} (${def.type})`]
}
