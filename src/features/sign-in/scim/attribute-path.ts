import { type Attribute, named, type ResourceKind } from './attributes.ts'

export interface AttributePath {
  /** In the extension. */
  readonly isExtension: boolean
  readonly attribute: Attribute
  readonly sub: Attribute | undefined
}

/**
 * Parses a path such as `name.givenName` or `urn:…:User:department`; undefined for unknown attributes. Some directories
 * put a dot between a schema's name and the attribute.
 */
export function attributePath(kind: ResourceKind, text: string): AttributePath | undefined {
  const lower = text.toLowerCase()
  for (const [schema, isExtension] of [
    [kind.schema, false],
    [kind.extension?.name, true],
  ] as const) {
    if (schema === undefined || !lower.startsWith(schema.toLowerCase())) continue
    const rest = text.slice(schema.length)
    if (rest === '')
      return isExtension ? { isExtension: false, attribute: kind.extension as Attribute, sub: undefined } : undefined
    if (!/^[:.]/.test(rest)) continue
    return within(isExtension ? kind.extension?.subAttributes : kind.attributes, rest.slice(1), isExtension)
  }
  return within(kind.attributes, text, false)
}

function within(attributes: readonly Attribute[] | undefined, text: string, isExtension: boolean) {
  const [first = '', second, ...more] = text.split('.')
  const attribute = more.length === 0 ? named(attributes, first) : undefined
  if (!attribute || second === undefined) return attribute && { isExtension, attribute, sub: undefined }
  const sub = named(attribute.subAttributes, second)
  return sub && { isExtension, attribute, sub }
}
