import { z } from 'zod'

export { z }

/**
 * What a parameter's schema cannot say by itself. `wire` is how its value travels: `raw` text as it stands, `json`,
 * or `either` (JSON where it parses, raw text otherwise). `aliases` are further names accepted for it, tried in order.
 */
declare module 'zod' {
  interface GlobalMeta {
    wire?: 'raw' | 'json' | 'either'
    aliases?: string[]
  }
}

/** A whole number that survives JSON and fits every database column. */
export const int = z.int()
/** A whole number that can be the id of something. */
export const id = z.int().nonnegative()
export const bool = z.boolean()

export const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

export interface TextRules {
  trim?: boolean
  /** Smallest and largest length, in Unicode code points. */
  min?: number
  max?: number
}

/** Raw text. Null bytes are refused everywhere: PostgreSQL cannot store them. */
export const text = ({ trim = false, min = 0, max }: TextRules = {}) => {
  const base = trim ? z.string().trim() : z.string()
  return base.superRefine((value, ctx) => {
    const fail = (message: string) => ctx.addIssue({ code: 'custom', message, input: value })
    if (value.includes('\u0000')) return fail('cannot contain null bytes')
    if (min > 0 && value.length < min * 2 && codePoints(value) < min)
      return fail(min === 1 ? 'cannot be blank' : `is too short (minimum: ${min} characters)`)
    if (max !== undefined && value.length > max && codePoints(value) > max)
      return fail(`is too long (limit: ${max} characters)`)
  })
}

/** The same schema, whose value always travels as JSON, or as raw text wherever it is not valid JSON. */
export const asJson = <S extends z.ZodType>(schema: S): S => schema.meta({ wire: 'json' }) as S
export const asEither = <S extends z.ZodType>(schema: S): S => schema.meta({ wire: 'either' }) as S
export const aliased = <S extends z.ZodType>(schema: S, ...aliases: string[]): S => schema.meta({ aliases }) as S

/** UNIX time in whole seconds, as the API counts it. */
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** 2.1: who holds a permission: the id of a user group, or the people and groups themselves. */
export const GroupSettingValue = z.union([
  int,
  z.object({ direct_members: z.array(int), direct_subgroups: z.array(int) }),
])
export type GroupSettingValue = z.infer<typeof GroupSettingValue>
