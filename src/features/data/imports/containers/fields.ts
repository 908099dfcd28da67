export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** Own properties only: archives must not reach inherited ones. */
const own = (fields: Fields | undefined, name: string): unknown =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined

const controls = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g

/** Removes control characters (except tabs and line ends) and lone surrogates, which PostgreSQL or browsers refuse. */
export const cleaned = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed()

/** A text, or a number as text; undefined if missing or empty. */
export function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = own(fields, name)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cleaned(value) || undefined : undefined
}

export const lineIn = (fields: Fields | undefined, name: string): string | undefined =>
  textIn(fields, name)?.replace(/\s+/g, ' ').trim() || undefined

export function numberIn(fields: Fields | undefined, name: string): number | undefined {
  const value = own(fields, name)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export const isSet = (fields: Fields | undefined, name: string): boolean => {
  const value = own(fields, name)
  return value === true || value === 'true' || value === 1
}

export const fieldIn = (fields: Fields | undefined, name: string): Fields | undefined => fieldsOf(own(fields, name))

export function listIn(fields: Fields | undefined, name: string): readonly unknown[] {
  const value = own(fields, name)
  return Array.isArray(value) ? value : []
}

export const recordsIn = (fields: Fields | undefined, name: string): Fields[] =>
  listIn(fields, name)
    .map(fieldsOf)
    .filter((one) => one !== undefined)

export const textsIn = (fields: Fields | undefined, name: string): string[] => {
  const texts = listIn(fields, name).map((value) =>
    typeof value === 'string' ? cleaned(value) : typeof value === 'number' ? String(value) : '',
  )
  return [...new Set(texts.filter(Boolean))]
}

/** Older than every supported chat. */
const earliest = Date.UTC(1990, 0, 1)

/** Parses times. Times later than a day after the archive was opened are invalid. */
export class Times {
  readonly #latest: number

  constructor(now: Date) {
    this.#latest = now.getTime() + 86_400_000
  }

  /** From milliseconds; undefined if no message can have been sent then. */
  at(milliseconds: number | undefined): Date | undefined {
    if (milliseconds === undefined || !(milliseconds >= earliest && milliseconds <= this.#latest)) return undefined
    return new Date(milliseconds)
  }

  seconds = (seconds: number | undefined): Date | undefined =>
    this.at(seconds === undefined ? undefined : seconds * 1000)

  iso = (text: string | undefined): Date | undefined => this.at(text === undefined ? undefined : Date.parse(text))
}
