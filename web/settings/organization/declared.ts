import type { ShownOrganizationSetting } from '../../declarations/api-only.ts'

/** What `PATCH /realm` changes: settings, and the two columns of the organization itself. */
export type OrganizationValueName = ShownOrganizationSetting | 'name' | 'description'

/** What something is changed with. */
export type Control =
  | { readonly kind: 'toggle' }
  /** People and groups. */
  | { readonly kind: 'permission' }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'text' | 'long-text'; readonly most: number }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  /** Seconds, or null for no limit. */
  | { readonly kind: 'limit' }
  /** Days; -1 for ever. */
  | { readonly kind: 'retention' }
  /** The id of a channel, or -1; of a private one only, where it says so. */
  | { readonly kind: 'channel'; readonly isPrivate?: true }
  /** The tag of a language. */
  | { readonly kind: 'language' }
  /** One of those that the register answer lists under this key, by id. */
  | { readonly kind: 'offered'; readonly key: string }
  /** A web address, or null. */
  | { readonly kind: 'address' }
  /** Ways to sign in, each on or off: a page of its own. */
  | { readonly kind: 'methods' }

/** Another setting that must have one of these values for this one to mean anything. */
export interface Need {
  readonly setting: OrganizationValueName
  readonly values: readonly unknown[]
}

/** A server option without which the setting would change nothing, so it isn't shown. */
export interface ServerNeed {
  /** The key of the register answer that tells. */
  readonly key: string
  /** As it is written on the command line. */
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
export const number = placed((least: number, most: number) => ({ kind: 'number', least, most }))
export const limit = placed(() => ({ kind: 'limit' }))
export const retention = placed(() => ({ kind: 'retention' }))
export const channel = placed(() => ({ kind: 'channel' }))
export const privateChannel = placed(() => ({ kind: 'channel', isPrivate: true }))
export const language = placed(() => ({ kind: 'language' }))
export const offered = placed((key: string) => ({ kind: 'offered', key }))
export const address = placed(() => ({ kind: 'address' }))
export const methods = placed(() => ({ kind: 'methods' }))
