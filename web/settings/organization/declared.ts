import type { ShownOrganizationSetting } from '../../declarations/api-only.ts'

/** The values that `PATCH /realm` changes: settings, and the organization's name and description. */
export type OrganizationValueName = ShownOrganizationSetting | 'name' | 'description'

export type Control =
  | { readonly kind: 'toggle' }
  | { readonly kind: 'permission' }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'text' | 'long-text'; readonly most: number }
  /** A list of texts, one per line. */
  | { readonly kind: 'lines'; readonly most: number; readonly maxLineLength: number }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  /** Seconds, or null for no limit. */
  | { readonly kind: 'limit' }
  /** One of these numbers, or null for no limit. */
  | { readonly kind: 'cap'; readonly values: readonly number[] }
  /** Days; -1 for forever. */
  | { readonly kind: 'retention' }
  /** A channel's id, or -1; `isPrivate`: private channels only. */
  | { readonly kind: 'channel'; readonly isPrivate?: true }
  | { readonly kind: 'language' }
  /** The id of an entry that the register response lists under this key. */
  | { readonly kind: 'offered'; readonly key: string }
  /** A URL, or null. */
  | { readonly kind: 'address' }
  | { readonly kind: 'methods' }

/** This setting has an effect only if another one has one of these values, or if `isNot`, any other value. */
export interface Need {
  readonly setting: OrganizationValueName
  readonly values: readonly unknown[]
  readonly isNot?: true
}

/** A server option without which the setting has no effect, so it isn't shown. */
export interface ServerNeed {
  /** The key in the register response. */
  readonly key: string
  readonly option: string
}

export interface Placed {
  readonly name: OrganizationValueName
  readonly control: Control
  readonly needs?: Need
  readonly server?: ServerNeed
}

type More = Omit<Placed, 'name' | 'control'>

const placed =
  <Rest extends readonly unknown[]>(control: (...rest: Rest) => Control) =>
  (name: OrganizationValueName, ...rest: Rest): Placed & { with(more: More): Placed } => {
    const one = { name, control: control(...rest) }
    return { ...one, with: (more) => ({ ...one, ...more }) }
  }

export const toggle = placed(() => ({ kind: 'toggle' }))
export const permission = placed(() => ({ kind: 'permission' }))
export const choice = placed((...values: readonly (string | number)[]) => ({ kind: 'choice', values }))
export const text = placed((most: number) => ({ kind: 'text', most }))
export const longText = placed((most: number) => ({ kind: 'long-text', most }))
export const lines = placed((most: number, maxLineLength: number) => ({ kind: 'lines', most, maxLineLength }))
export const number = placed((least: number, most: number) => ({ kind: 'number', least, most }))
export const limit = placed(() => ({ kind: 'limit' }))
export const cap = placed((...values: readonly number[]) => ({ kind: 'cap', values }))
export const retention = placed(() => ({ kind: 'retention' }))
export const channel = placed(() => ({ kind: 'channel' }))
export const privateChannel = placed(() => ({ kind: 'channel', isPrivate: true }))
export const language = placed(() => ({ kind: 'language' }))
export const offered = placed((key: string) => ({ kind: 'offered', key }))
export const address = placed(() => ({ kind: 'address' }))
export const methods = placed(() => ({ kind: 'methods' }))
