import { z } from 'zod'
import type { Checked, Limited } from './limited.ts'
import { reason } from './reason.ts'

export { z }

/**
 * How a parameter is encoded and limited. `wire`: `raw` text, `json`, or `either` (JSON if it parses, else raw text).
 * `aliases` are other accepted names, tried in order. `maxEncoded` is the maximum number of encoded characters, by
 * default {@link maxEncoded}; `maxValues` is the maximum number of values in its JSON, by default {@link maxValues}.
 */
declare module 'zod' {
  interface GlobalMeta {
    wire?: 'raw' | 'json' | 'either'
    aliases?: string[]
    maxEncoded?: number
    maxValues?: number
  }
}

/** Default limit for the encoded characters of one parameter. */
export const maxEncoded = 2 ** 20

/** Default limit for the values in one parameter's JSON: a million tiny lists are short but slow to parse. */
export const maxValues = 300_000

/** A whole number that survives JSON and fits every database column. */
export const int = z.int()
export const bool = z.boolean()

export const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

export interface TextRules {
  trim?: boolean
  /** Length limits in Unicode code points. */
  min?: number
  max: number
}

/** Raw text. */
export const text = ({ trim = false, min = 0, max }: TextRules): Limited<z.ZodString> => {
  const base = trim ? z.string().trim() : z.string()
  const limited = base.superRefine((value, ctx) => {
    const fail = (message: string) => ctx.addIssue({ code: 'custom', message, input: value })
    if (min > 0 && value.length < min * 2 && codePoints(value) < min)
      return fail(min === 1 ? 'cannot be blank' : `is too short (minimum: ${min} characters)`)
    if (value.length > max * 2 || (value.length > max && codePoints(value) > max))
      return fail(`is too long (limit: ${max} characters)`)
  })
  return limited.meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) }) as Limited<z.ZodString>
}

/** A list of at most `max` items. */
export const list = <S extends z.ZodType>(
  item: S & Checked<S>,
  { max, min = 0 }: { max: number; min?: number },
): Limited<z.ZodArray<S>> =>
  z
    .array(item as S)
    .min(min, `is too short (minimum: ${min} items)`)
    .max(max, `is too long (limit: ${max} items)`)
    .meta({ maxItems: max }) as Limited<z.ZodArray<S>>

type Named<V> = Record<string, V>
/** Lets clients pass an object where the server reads a map. */
type NamedValues<V extends z.ZodType> = z.ZodPipe<
  z.ZodType<Named<z.input<V>>, Named<z.input<V>>>,
  z.ZodTransform<ReadonlyMap<string, z.output<V>>, Named<z.input<V>>>
>

/**
 * An object with at most `max` names that the client chooses. It's read as a map because names like `__proto__` have a
 * meaning in JavaScript.
 */
export function record<V extends z.ZodType>(
  key: Limited<z.ZodType<string, string>>,
  value: V & Checked<V>,
  { max, maxEncoded }: { max: number; maxEncoded?: number },
): Limited<NamedValues<V>> {
  const { $schema: _, ...values } = z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' })
  const given = z
    .custom<Named<z.input<V>>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'expected an object',
    )
    .meta({ type: 'object', additionalProperties: values, maxProperties: max, wire: 'json', maxEncoded })
  const read = given.transform((input, ctx) => {
    const entries = Object.entries(input)
    const fail = (message: string, path: string[] = []) => {
      ctx.addIssue({ code: 'custom', message, path, input })
      return z.NEVER
    }
    if (entries.length > max) return fail(`is too long (limit: ${max} names)`)
    const map = new Map<string, z.output<V>>()
    for (const [name, one] of entries) {
      const [named, valued] = [key.safeParse(name), value.safeParse(one)]
      if (!named.success) return fail(`the name ${reason(named.error)}`, [name.slice(0, 100)])
      if (!valued.success) return fail(reason(valued.error), [name])
      map.set(named.data, valued.data as z.output<V>)
    }
    return map as ReadonlyMap<string, z.output<V>>
  })
  return read as unknown as Limited<NamedValues<V>>
}

/** Any JSON of at most `maxEncoded` characters and, counted before parsing, `maxValues` values. */
export const json = (limits: { maxEncoded: number; maxValues?: number }): Limited<z.ZodUnknown> =>
  z
    .unknown()
    .refine((value) => value !== undefined)
    .meta({ wire: 'json', ...limits }) as Limited<z.ZodUnknown>

/** The same schema, always encoded as JSON; text that isn't valid JSON is read as is. */
export const asJson = <S extends z.ZodType>(schema: S): S => schema.meta({ wire: 'json' }) as S
export const asEither = <S extends z.ZodType>(schema: S): S => schema.meta({ wire: 'either' }) as S
export const aliased = <S extends z.ZodType>(schema: S, ...aliases: string[]): S => schema.meta({ aliases }) as S

export const dayMs = 86_400_000

/** UNIX time in whole seconds, as in the API. */
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

export const secondsOrNull = (time: Date | null): number | null => (time ? seconds(time) : null)
