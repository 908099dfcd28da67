/** An object of an archive, of which nothing is known; its fields are read one by one. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** What the object itself has: no archive reaches what objects inherit. */
const own = (fields: Fields | undefined, name: string): unknown =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined

const controls = /[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g

/** What a database and a browser can hold of it: no control characters but tabs and line ends, no halves of characters. */
export const cleaned = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controls, '').toWellFormed()

/** A text or a number as text; undefined where there is none, or an empty one. */
export function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = own(fields, name)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? cleaned(value) || undefined : undefined
}

/** A text of one line. */
export const lineIn = (fields: Fields | undefined, name: string): string | undefined =>
  textIn(fields, name)?.replace(/\s+/g, ' ').trim() || undefined

/** A number, also one that is written as text. */
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

/** The objects of a list; whatever else lies in it is left out. */
export const recordsIn = (fields: Fields | undefined, name: string): Fields[] =>
  listIn(fields, name)
    .map(fieldsOf)
    .filter((one) => one !== undefined)

/** The texts and numbers of a list, each once. */
export const textsIn = (fields: Fields | undefined, name: string): string[] => {
  const texts = listIn(fields, name).map((value) =>
    typeof value === 'string' ? cleaned(value) : typeof value === 'number' ? String(value) : '',
  )
  return [...new Set(texts.filter(Boolean))]
}

/** Before this no chat of these wrote anything. */
const earliest = Date.UTC(1990, 0, 1)

/** What archives say of time, up to a day after the archive was opened: what lies beyond is no time of a message. */
export class Times {
  readonly #latest: number

  constructor(now: Date) {
    this.#latest = now.getTime() + 86_400_000
  }

  /** From milliseconds; undefined where that cannot be a time at which something was written. */
  at(milliseconds: number | undefined): Date | undefined {
    if (milliseconds === undefined || !(milliseconds >= earliest && milliseconds <= this.#latest)) return undefined
    return new Date(milliseconds)
  }

  seconds = (seconds: number | undefined): Date | undefined =>
    this.at(seconds === undefined ? undefined : seconds * 1000)

  iso = (text: string | undefined): Date | undefined => this.at(text === undefined ? undefined : Date.parse(text))
}
