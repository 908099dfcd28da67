import { type AttributePath, attributePath } from './attribute-path.ts'
import { enterpriseSchema, type ResourceKind } from './attributes.ts'
import type { Json } from './json.ts'

import { isObject } from './json.ts'
import { scimLimits } from './limits.ts'
import { badValue } from './scim-error.ts'

export interface Projection {
  readonly only: readonly AttributePath[] | undefined
  readonly without: readonly AttributePath[]
}

/** `attributes` or `excludedAttributes`: a comma-separated text, or a list. */
export function projectionOf(kind: ResourceKind, only: unknown, without: unknown): Projection {
  const included = pathsOf(kind, only)
  return { only: included.isGiven ? included.paths : undefined, without: pathsOf(kind, without).paths }
}

function pathsOf(kind: ResourceKind, given: unknown) {
  const names = (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((name) => String(name).trim())
    .filter((name) => name !== '')
  if (names.length > scimLimits.values) throw badValue(`At most ${scimLimits.values} attributes can be named`)
  const paths = names.flatMap((name) => attributePath(kind, name) ?? [])
  return { isGiven: names.length > 0, paths }
}

const always = ['schemas', 'id']

/** Whether an attribute is returned, to skip expensive ones. */
export const shows = ({ only, without }: Projection, name: string): boolean =>
  (only === undefined || only.some(({ attribute }) => attribute.name === name)) &&
  !without.some(({ attribute, sub }) => attribute.name === name && sub === undefined)

export function projected(resource: Json, { only, without }: Projection): Json {
  let shown = resource
  if (only) {
    shown = Object.fromEntries(always.filter((name) => name in resource).map((name) => [name, resource[name]]))
    for (const path of only) add(shown, resource, path)
  }
  if (without.length === 0) return shown
  const copy = structuredClone(shown)
  for (const path of without) remove(copy, path)
  return copy
}

function add(to: Json, from: Json, { isExtension, attribute, sub }: AttributePath): void {
  if (isExtension) {
    const below = from[enterpriseSchema]
    if (!isObject(below)) return
    const into = isObject(to[enterpriseSchema]) ? (to[enterpriseSchema] as Json) : {}
    add(into, below, { isExtension: false, attribute, sub })
    if (Object.keys(into).length > 0) to[enterpriseSchema] = into
    return
  }
  const value = from[attribute.name]
  if (value === undefined) return
  if (!sub) {
    to[attribute.name] = value
    return
  }
  const before = to[attribute.name]
  if (Array.isArray(value))
    to[attribute.name] = value.map((item: Json, at) => ({
      ...(Array.isArray(before) ? before[at] : {}),
      ...(sub.name in item ? { [sub.name]: item[sub.name] } : {}),
    }))
  else if (isObject(value) && sub.name in value)
    to[attribute.name] = { ...(isObject(before) ? before : {}), [sub.name]: value[sub.name] }
}

function remove(from: Json, { isExtension, attribute, sub }: AttributePath): void {
  if (always.includes(attribute.name)) return
  const target = isExtension ? from[enterpriseSchema] : from
  if (!isObject(target)) return
  if (!sub) {
    delete target[attribute.name]
    return
  }
  const value = target[attribute.name]
  for (const item of Array.isArray(value) ? value : [value]) if (isObject(item)) delete item[sub.name]
}
