import { attributePath } from './attribute-path.ts'
import { type Attribute, named, type ResourceKind } from './attributes.ts'
import type { Json } from './json.ts'

import { isObject } from './json.ts'
import { scimLimits } from './limits.ts'
import { badSyntax, badValue } from './scim-error.ts'

export function bodyObject(text: string): Json {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw badSyntax('The body is no JSON')
  }
  if (!isObject(body)) throw badSyntax('The body is no JSON object')
  return body
}

/** Field names are case-insensitive. */
export function field(object: Json, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const lower = name.toLowerCase()
  return Object.entries(object).find(([one]) => one.toLowerCase() === lower)?.[1]
}

/** Normalizes an attribute's value; undefined for none. Throws {@link ScimError}. */
export function checkedValue(attribute: Attribute, given: unknown, maxValues: number = scimLimits.values): unknown {
  if (given === null || given === undefined) return undefined
  if (!attribute.multiValued) return checkedItem(attribute, Array.isArray(given) ? single(attribute, given) : given)
  const all = Array.isArray(given) ? given : [given]
  if (all.length > maxValues) throw badValue(`${attribute.name} has at most ${maxValues} values`)
  const items = all.map((one) => checkedItem(attribute, one)).filter((one) => one !== undefined)
  return items.length > 0 ? onlyOnePrimary(items) : undefined
}

/** Some directories send single values as a list. */
function single({ name }: Attribute, given: readonly unknown[]): unknown {
  if (given.length > 1) throw badValue(`${name} has one value`)
  return given[0]
}

/** The last item marked as primary wins. */
function onlyOnePrimary(items: readonly unknown[]): unknown[] {
  const primary = items.findLastIndex((one) => isObject(one) && one.primary === true)
  return items.map((one, at) => {
    if (!isObject(one) || one.primary !== true || at === primary) return one
    const { primary: _, ...rest } = one
    return rest
  })
}

function checkedItem(attribute: Attribute, given: unknown): unknown {
  if (given === null || given === undefined) return undefined
  const { name, type, subAttributes } = attribute
  if (type === 'complex') {
    // compat: a value alone, where an object with it is expected
    const object = isObject(given) ? given : { value: given }
    const parts: Json = {}
    for (const [key, value] of Object.entries(object)) {
      const sub = named(subAttributes, key)
      const checked = sub && checkedValue(sub, value)
      if (sub && checked !== undefined) parts[sub.name] = checked
    }
    return Object.keys(parts).length > 0 ? parts : undefined
  }
  if (type === 'boolean') {
    const text = String(given).toLowerCase()
    if (text !== 'true' && text !== 'false') throw badValue(`${name} is neither true nor false`)
    return text === 'true'
  }
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    throw badValue(`${name} is no text`)
  return checkedText(name, String(given))
}

export function checkedText(name: string, text: string): string | undefined {
  if (text.length > scimLimits.text) throw badValue(`${name} has at most ${scimLimits.text} characters`)
  if (text.includes('\0') || !text.isWellFormed()) throw badValue(`${name} holds characters that cannot be kept`)
  return text === '' ? undefined : text
}

/** A resource with names from the schema. Leaves out unknown and read-only attributes, and passwords. */
export function checkedResource(kind: ResourceKind, given: Json, maxValues?: number): Json {
  const resource: Json = {}
  for (const [name, value] of Object.entries(given)) {
    const path = attributePath(kind, name)
    if (!path || path.attribute.mutability === 'readOnly') continue
    if (path.sub || path.isExtension) {
      put(resource, kind, path, value)
      continue
    }
    const checked = checkedValue(path.attribute, value, maxValues)
    if (checked !== undefined) resource[path.attribute.name] = checked
  }
  return resource
}

/** compat: `name.givenName` and `urn:…:User:department` as names of fields. */
function put(
  resource: Json,
  { extension }: ResourceKind,
  { isExtension, attribute, sub }: NonNullable<ReturnType<typeof attributePath>>,
  value: unknown,
): void {
  if (attribute.multiValued && sub) return
  const checked = checkedValue(sub ?? attribute, value)
  if (checked === undefined) return
  const below = (from: Json, name: string): Json => {
    const found = isObject(from[name]) ? (from[name] as Json) : {}
    from[name] = found
    return found
  }
  const from = isExtension && extension ? below(resource, extension.name) : resource
  if (sub) below(from, attribute.name)[sub.name] = checked
  else from[attribute.name] = checked
}
