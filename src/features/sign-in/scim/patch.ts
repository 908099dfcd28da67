import type { Attribute, ResourceKind } from './attributes.ts'
import { enterpriseSchema } from './attributes.ts'
import { fits } from './comparison.ts'
import { type ChangePath, type Filter, parsePath } from './filter.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'
import { scimLimits } from './limits.ts'
import { checkedValue, field } from './resource.ts'
import { badPath, badSyntax, badValue, ScimError } from './scim-error.ts'

type Op = 'add' | 'replace' | 'remove'

export interface Operation {
  readonly op: Op
  /** Undefined if the names in the value are the paths. */
  readonly place: ChangePath | undefined
  readonly value: unknown
}

/** The operations of a body. Field names and operation names are case-insensitive. */
export function operationsOf(kind: ResourceKind, body: Json): Operation[] {
  const all = field(body, 'Operations')
  if (!Array.isArray(all) || all.length === 0) throw badSyntax('There are no Operations')
  if (all.length > scimLimits.operations)
    throw new ScimError(400, 'tooMany', `There are at most ${scimLimits.operations} Operations`)
  const operations = all.flatMap((one) => operationOf(kind, one))
  if (operations.length > scimLimits.operations * 10) throw new ScimError(400, 'tooMany', 'There are too many changes')
  return operations
}

function operationOf(kind: ResourceKind, given: unknown): Operation[] {
  if (!isObject(given)) throw badSyntax('An operation is no JSON object')
  const op = String(field(given, 'op') ?? '').toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw badSyntax('op is none of add, replace, remove')
  const path = field(given, 'path')
  const value = field(given, 'value')
  if (path !== undefined && path !== null && typeof path !== 'string') throw badPath('path is no text')
  if (typeof path === 'string' && path.trim() !== '') {
    const place = placeOf(kind, path)
    if (place.path?.attribute.mutability === 'readOnly')
      throw new ScimError(400, 'mutability', `${path.slice(0, 50)} cannot be changed`)
    if (op !== 'remove' && value === undefined) throw badValue('There is no value')
    return [{ op, place, value }]
  }
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'remove needs a path')
  if (!isObject(value)) throw badValue('Without a path the value is an object')
  // without a path, each name is one; skip read-only attributes, which come with whole resources
  return Object.entries(value).flatMap(([name, one]) => {
    const place = placeOf(kind, name, false)
    return place?.path && place.path.attribute.mutability !== 'readOnly' ? [{ op, place, value: one }] : []
  })
}

function placeOf(kind: ResourceKind, path: string): ChangePath
function placeOf(kind: ResourceKind, path: string, isStrict: false): ChangePath | undefined
function placeOf(kind: ResourceKind, path: string, isStrict = true): ChangePath | undefined {
  try {
    return parsePath(kind, path)
  } catch (error) {
    if (!isStrict) return undefined
    throw error instanceof ScimError ? badPath(error.message) : error
  }
}

/** Applies operations to a resource in place. Unknown attributes are ignored. */
export function applyPatch(resource: Json, operations: readonly Operation[]): void {
  for (const { op, place, value } of operations) {
    const { path, items } = place ?? {}
    if (!path) continue
    const { attribute, sub, isExtension } = path
    if (attribute.name === enterpriseSchema && isObject(value) && op !== 'remove') {
      const parts = below(resource, enterpriseSchema)
      for (const [name, one] of Object.entries(value)) {
        const part = attribute.subAttributes?.find((known) => known.name.toLowerCase() === name.toLowerCase())
        if (part) change(parts, part, undefined, undefined, op, one)
      }
      continue
    }
    change(isExtension ? below(resource, enterpriseSchema) : resource, attribute, sub, items, op, value)
  }
}

function below(from: Json, name: string): Json {
  const found = isObject(from[name]) ? (from[name] as Json) : {}
  from[name] = found
  return found
}

function change(
  from: Json,
  attribute: Attribute,
  sub: Attribute | undefined,
  items: Filter | undefined,
  op: Op,
  value: unknown,
): void {
  if (attribute.multiValued) {
    changeList(from, attribute, sub, items, op, value)
    return
  }
  const target = sub ? below(from, attribute.name) : from
  const place = sub ?? attribute
  const checked = op === 'remove' ? undefined : checkedValue(place, value)
  if (checked === undefined) {
    if (place.required) throw new ScimError(400, 'mutability', `${place.name} cannot be removed`)
    delete target[place.name]
  } else if (place.type === 'complex' && isObject(target[place.name]) && isObject(checked))
    Object.assign(target[place.name] as Json, checked)
  else target[place.name] = checked
}

function changeList(
  from: Json,
  attribute: Attribute,
  sub: Attribute | undefined,
  filter: Filter | undefined,
  op: Op,
  value: unknown,
): void {
  const { name } = attribute
  const before = (Array.isArray(from[name]) ? from[name] : []) as Json[]
  const isMeant = (item: Json) => filter === undefined || fits(filter, item)
  let after: Json[]
  if (op === 'remove') after = removed(before, attribute, sub, isMeant, value)
  else if (filter === undefined && sub === undefined) {
    const given = (checkedValue(attribute, value) ?? []) as Json[]
    after = op === 'replace' ? given : given.reduce(withItem, before)
  } else {
    const part = sub
      ? { [sub.name]: checkedValue(sub, value) }
      : (checkedValue({ ...attribute, multiValued: false }, value) as Json | undefined)
    const changed = before.map((item) => (isMeant(item) ? { ...item, ...part } : item))
    // compat: who replaces what is not there means that it shall be
    after = before.some(isMeant) ? changed : withItem(before, { ...described(filter), ...part })
    if (part?.primary === true) after = after.map((item) => (isMeant(item) ? item : without(item, 'primary')))
  }
  after = after.map(withoutNothing).filter((item) => Object.keys(item).some((key) => !labels.has(key)))
  if (after.length > scimLimits.values) throw badValue(`${name} has at most ${scimLimits.values} values`)
  if (after.length > 0) from[name] = after
  else delete from[name]
}

/** Attributes that describe an item, which is empty without its value. */
const labels = new Set(['type', 'primary', 'display'])

const without = (item: Json, name: string): Json =>
  Object.fromEntries(Object.entries(item).filter(([one]) => one !== name))
const withoutNothing = (item: Json): Json =>
  Object.fromEntries(Object.entries(item).filter(([, one]) => one !== undefined))

function removed(
  before: readonly Json[],
  attribute: Attribute,
  sub: Attribute | undefined,
  isMeant: (item: Json) => boolean,
  value: unknown,
): Json[] {
  if (sub) return before.map((item) => (isMeant(item) ? without(item, sub.name) : item))
  // compat: a list of the values to remove, with the path of the whole list
  const given = value === undefined ? undefined : ((checkedValue(attribute, value) ?? []) as Json[])
  if (given && given.length > 0) {
    const gone = new Set(given.map((item) => item.value))
    return before.filter((item) => !isMeant(item) || !gone.has(item.value))
  }
  return before.filter((item) => !isMeant(item))
}

/** Adds an item to a list without duplicates of value and type, with at most one primary. */
function withItem(list: readonly Json[], item: Json): Json[] {
  const isSame = (one: Json) => one.value === item.value && (one.type === item.type || item.type === undefined)
  const others = item.primary === true ? list.map((one) => without(one, 'primary')) : [...list]
  const at = item.value === undefined ? -1 : others.findIndex(isSame)
  return at < 0 ? [...others, item] : others.with(at, { ...others[at], ...item })
}

/** An item that would match a condition such as `type eq "work"`. */
function described(filter: Filter | undefined): Json {
  if (filter === undefined) return {}
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(described))
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || !filter.path || filter.value === null)
    throw new ScimError(400, 'noTarget', 'There is nothing for which the path holds')
  const { attribute } = filter.path
  return { [attribute.name]: checkedValue(attribute, filter.value) }
}
