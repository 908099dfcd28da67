import type { AttributePath } from './attribute-path.ts'
import type { Attribute } from './attributes.ts'
import { enterpriseSchema } from './attributes.ts'
import type { Filter, Operator, Value } from './filter.ts'
import type { Json } from './json.ts'
import { isObject } from './json.ts'

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The values at a path; for list items without a sub-attribute, those of `value`. */
export function valuesAt(resource: Json, { isExtension, attribute, sub }: AttributePath): unknown[] {
  const from = isExtension ? resource[enterpriseSchema] : resource
  const found = listOf(isObject(from) ? from[attribute.name] : undefined)
  if (attribute.type !== 'complex') return [...found]
  const name = sub?.name ?? 'value'
  return found.flatMap((item) => (isObject(item) ? listOf(item[name]) : []))
}

export function fits(filter: Filter, resource: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => fits(part, resource))
    case 'or':
      return filter.parts.some((part) => fits(part, resource))
    case 'not':
      return !fits(filter.part, resource)
    case 'present':
      return filter.path !== undefined && isPresent(resource, filter.path)
    case 'item':
      return filter.path !== undefined && itemsAt(resource, filter.path).some((item) => fits(filter.part, item))
    case 'compare':
      return filter.path === undefined
        ? filter.operator === 'ne' || (filter.operator === 'eq' && filter.value === null)
        : compares(resource, filter.path, filter.operator, filter.value)
  }
}

function itemsAt(resource: Json, { isExtension, attribute }: AttributePath): Json[] {
  const from = isExtension ? resource[enterpriseSchema] : resource
  return listOf(isObject(from) ? from[attribute.name] : undefined).filter(isObject)
}

function isPresent(resource: Json, path: AttributePath): boolean {
  if (path.attribute.type === 'complex' && !path.sub)
    return itemsAt(resource, path).some((item) => Object.keys(item).length > 0)
  return valuesAt(resource, path).some((value) => value !== '')
}

function compares(resource: Json, path: AttributePath, operator: Operator, value: Value): boolean {
  const values = valuesAt(resource, path)
  if (value === null) return (operator === 'eq') === (values.length === 0) && ['eq', 'ne'].includes(operator)
  if (operator === 'ne') return !values.some((one) => holds(path, 'eq', one, value))
  return values.some((one) => holds(path, operator, one, value))
}

const typeAt = ({ attribute, sub }: AttributePath): Pick<Attribute, 'type' | 'caseExact'> =>
  sub ?? attribute.subAttributes?.find(({ name }) => name === 'value') ?? attribute

function holds(path: AttributePath, operator: Operator, one: unknown, value: Exclude<Value, null>): boolean {
  const { type, caseExact } = typeAt(path)
  // some directories send booleans as strings
  if (typeof one === 'boolean') return operator === 'eq' && String(one) === String(value).toLowerCase()
  if (type === 'dateTime') return ordered(operator, Date.parse(String(one)), Date.parse(String(value)))
  const [left, right] = [String(one), String(value)]
  return caseExact ? textHolds(operator, left, right) : textHolds(operator, left.toLowerCase(), right.toLowerCase())
}

function textHolds(operator: Operator, left: string, right: string): boolean {
  if (operator === 'co') return left.includes(right)
  if (operator === 'sw') return left.startsWith(right)
  if (operator === 'ew') return left.endsWith(right)
  return ordered(operator, left, right)
}

function ordered<T extends string | number>(operator: Operator, left: T, right: T): boolean {
  if (operator === 'eq') return left === right
  if (operator === 'gt') return left > right
  if (operator === 'ge') return left >= right
  if (operator === 'lt') return left < right
  return operator === 'le' && left <= right
}

/** The values that an attribute must be one of for the filter to match; undefined if unrestricted. */
export function wantedValues(filter: Filter, name: string): string[] | undefined {
  if (filter.kind === 'compare')
    return filter.operator === 'eq' &&
      typeof filter.value === 'string' &&
      filter.path?.attribute.name === name &&
      (filter.path.sub === undefined || filter.path.sub.name === 'value') &&
      !filter.path.isExtension
      ? [filter.value]
      : undefined
  if (filter.kind === 'item' && filter.path?.attribute.name === name) return wantedValues(filter.part, 'value')
  if (filter.kind === 'and') {
    for (const part of filter.parts) {
      const found = wantedValues(part, name)
      if (found) return found
    }
    return undefined
  }
  if (filter.kind !== 'or') return undefined
  const all = filter.parts.map((part) => wantedValues(part, name))
  return all.every((one) => one !== undefined) ? all.flat() : undefined
}
