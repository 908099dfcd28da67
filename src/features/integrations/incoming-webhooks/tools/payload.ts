import { z } from '#contract'

/** Maximum length of a text. */
const longest = 20_000
const maxItems = 250
/** Templates of tools write missing values like this. */
const absent = /^(?:None|null|undefined|<no value>)$/

const Words = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch('')
const Amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,6})?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined)
const Items = z.array(z.unknown()).catch([])
const Fields = z.record(z.string(), z.unknown()).catch({})

/**
 * An unvalidated part of a payload: missing values and other types are empty. Paths contain field names and list
 * indexes: `pull_request.labels.0.name`.
 */
export class Part {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }

  at(path: string): Part {
    let value = this.value
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return new Part(undefined)
      value = (value as Record<string, unknown>)[name]
    }
    return new Part(value)
  }

  text(...paths: readonly string[]): string {
    for (const path of paths) {
      const words = Words.parse(this.at(path).value).slice(0, longest).trim()
      if (words !== '' && !absent.test(words)) return words
    }
    return ''
  }

  get words(): string {
    const words = Words.parse(this.value).slice(0, longest).trim()
    return absent.test(words) ? '' : words
  }

  number(path: string): number | undefined {
    return Amount.parse(this.at(path).value)
  }

  isTrue(path: string): boolean {
    return ['true', '1', 'yes'].includes(this.text(path).toLowerCase())
  }

  has(path: string): boolean {
    const { value } = this.at(path)
    return value !== undefined && value !== null && value !== ''
  }

  list(path = ''): Part[] {
    const { value } = path === '' ? this : this.at(path)
    return Items.parse(value)
      .slice(0, maxItems)
      .map((one) => new Part(one))
  }

  /** The full length, even if the list is cut. */
  size(path: string): number {
    return Items.parse(this.at(path).value).length
  }

  fields(path = ''): [name: string, value: Part][] {
    const { value } = path === '' ? this : this.at(path)
    return Object.entries(Array.isArray(value) ? {} : Fields.parse(value))
      .slice(0, maxItems)
      .map(([name, one]) => [name, new Part(one)])
  }
}
