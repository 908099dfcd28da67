import { z } from '#contract'
import type { Section } from './section.ts'

/**
 * A server option: `--name` on the command line, `LOQUAT_NAME` in the environment, `name` in the configuration file.
 */
export interface Option<S extends z.ZodType = z.ZodType> {
  /** Parses the text, or undefined; its errors are shown to the operator. */
  readonly schema: S
  /** Placeholder for the value in help texts. */
  readonly value: string
  readonly doc: string
  /** Can be given several times; the values are joined with commas. */
  readonly repeats: boolean
  /** Masked wherever it's shown; can be a `file:` reference. */
  readonly secret: boolean
  /** Whether a running server applies a change when it's told to reload. */
  readonly reloadable: boolean
  /** Whether it can be set in the configuration file. */
  readonly inFile: boolean
  /** Where it's listed. Set by `inSection()`, unless it belongs to another section than its neighbors. */
  readonly section: Section | undefined
}

interface Traits {
  repeats?: boolean
  /** By default, only values whose placeholder is SECRET are. */
  secret?: boolean
  reloadable?: boolean
  inFile?: boolean
  section?: Section
}

export type Options = Readonly<Record<string, Option>>
export type Values<T extends Options> = { readonly [K in keyof T]: z.output<T[K]['schema']> }

export const option = <S extends z.ZodType>(
  schema: S,
  value: string,
  doc: string,
  { repeats = false, secret = value === 'SECRET', reloadable = false, inFile = true, section }: Traits = {},
): Option<S> => ({
  schema,
  value,
  doc,
  repeats,
  secret,
  reloadable,
  inFile,
  section,
})

/** Parses plain decimals only, so not '0x10', '1e3', or ''. */
const number = (pattern: RegExp, least: number, most: number, kind: string) =>
  z
    .string()
    .refine((text) => pattern.test(text) && Number(text) >= least && Number(text) <= most, {
      error: ({ input }) => `'${input}' is not a ${kind} from ${least} to ${most}`,
    })
    .transform(Number)
export const wholeNumber = (least: number, most: number) => number(/^\d{1,15}$/, least, most, 'whole number')
export const whole = (fallback: number, least: number, most: number) => wholeNumber(least, most).default(fallback)
export const count = (fallback: number, most = 1_000_000_000) => whole(fallback, 0, most)
/** Limited to a century, so that computed dates stay valid. */
export const days = (fallback: number) => count(fallback, 36_500)
export const minutes = (fallback: number) => count(fallback, 5_000_000)
export const timeout = (seconds: number, most = 60) =>
  number(/^\d{1,4}(\.\d{1,3})?$/, 0.001, most, 'number of seconds').default(seconds)

export const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, {
    error: ({ input }) => `'${input}' is none of ${choices.join(', ')}`,
  })
/** Errors don't quote the value, because URLs can hold passwords. */
export const address = (protocol: RegExp, such: string) => z.url({ protocol, error: `must be an address like ${such}` })
export const webAddress = () => address(/^https?$/, 'https://HOST')
