import { fieldTypes } from '../../../src/features/people/profile-fields/field-types.ts'

/** One choice of a list: its key is what profiles hold, and stays when its text is changed. */
export interface FieldOption {
  readonly key: string
  readonly text: string
}

/** What somebody is writing about a profile field, as far as it depends on its kind. */
export interface FieldDraft {
  readonly options: readonly FieldOption[]
  /** Of an account elsewhere; `custom` is any other site. */
  readonly subtype: string
  readonly address: string
}

/** What a field holds, read from its JSON; what cannot be read is left out. */
export function draftOf(field_data: string): FieldDraft {
  const data = parsed(field_data)
  const options = Object.entries(data)
    .flatMap(([key, option]) => {
      const { text, order } = (option ?? {}) as { text?: unknown; order?: unknown }
      return typeof text === 'string' ? [{ key, text, order: Number(order) }] : []
    })
    .sort((a, b) => a.order - b.order)
    .map(({ key, text }) => ({ key, text }))
  const { subtype, url_pattern } = data
  return {
    options,
    subtype: typeof subtype === 'string' ? subtype : '',
    address: typeof url_pattern === 'string' ? url_pattern : '',
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json === '' ? '{}' : json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** As the API takes it. */
export function fieldDataOf(type: number, { options, subtype, address }: FieldDraft): Record<string, unknown> {
  if (type === fieldTypes.SELECT.id)
    return Object.fromEntries(options.map(({ key, text }, index) => [key, { text, order: String(index + 1) }]))
  if (type === fieldTypes.EXTERNAL_ACCOUNT.id)
    return subtype === 'custom' ? { subtype, url_pattern: address } : { subtype }
  return {}
}

/** A key that no choice has, or had among these. */
export function freeKey(options: readonly FieldOption[]): string {
  const taken = new Set(options.map(({ key }) => key))
  for (let key = options.length; ; key++) if (!taken.has(String(key))) return String(key)
}
