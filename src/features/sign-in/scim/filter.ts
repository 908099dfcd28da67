import type { AttributePath } from './attribute-path.ts'
import { attributePath } from './attribute-path.ts'
import { type Attribute, named, type ResourceKind } from './attributes.ts'
import { type Token, tokensOf } from './filter-tokens.ts'
import { scimLimits } from './limits.ts'
import { badFilter } from './scim-error.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]
export type Value = string | number | boolean | null

/** A condition; the path is undefined for unknown attributes. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | {
      readonly kind: 'compare'
      readonly path: AttributePath | undefined
      readonly operator: Operator
      readonly value: Value
    }
  | { readonly kind: 'present'; readonly path: AttributePath | undefined }
  /** A list item that matches `part`. */
  | { readonly kind: 'item'; readonly path: AttributePath | undefined; readonly part: Filter }

/** Resolves names: attributes of a resource, or sub-attributes of a list's items. */
type Lookup = (name: string) => AttributePath | undefined

const ofKind =
  (kind: ResourceKind): Lookup =>
  (name) =>
    attributePath(kind, name)

/** Resolves names to sub-attributes of a list's items. */
const ofItems =
  (list: Attribute | undefined): Lookup =>
  (name) => {
    const attribute = named(list?.subAttributes, name)
    return attribute && { isExtension: false, attribute, sub: undefined }
  }

/** Throws {@link ScimError} if the filter is invalid or too complex. */
export function parseFilter(kind: ResourceKind, text: string): Filter {
  return new Reader(tokensOf(text)).whole(ofKind(kind))
}

/** The target of a change: `attr`, `attr.sub`, `attr[filter]`, `attr[filter].sub`. */
export interface ChangePath {
  readonly path: AttributePath | undefined
  readonly items: Filter | undefined
}

export function parsePath(kind: ResourceKind, text: string): ChangePath {
  return new Reader(tokensOf(text)).changePath(kind)
}

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  #comparisons = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(lookup: Lookup): Filter {
    const filter = this.#or(lookup)
    this.#end()
    return filter
  }

  changePath(kind: ResourceKind): ChangePath {
    const name = this.#name()
    const path = attributePath(kind, name)
    if (!this.#takes('[')) {
      this.#end()
      return { path, items: undefined }
    }
    if (path && (!path.attribute.multiValued || path.sub)) throw badFilter(`${name} is no list`)
    const items = this.#or(ofItems(path?.attribute))
    this.#expect(']')
    const sub = this.#sub()
    this.#end()
    if (sub === undefined || !path) return { path, items }
    const found = named(path.attribute.subAttributes, sub)
    return { path: found && { ...path, sub: found }, items }
  }

  #or(lookup: Lookup): Filter {
    if (++this.#depth > scimLimits.filterDepth)
      throw badFilter(`A filter is at most ${scimLimits.filterDepth} conditions deep`)
    const filter = this.#chain('or', () => this.#chain('and', () => this.#condition(lookup)))
    this.#depth--
    return filter
  }

  #chain(kind: 'and' | 'or', part: () => Filter): Filter {
    const parts = [part()]
    while (this.#takesWord(kind)) parts.push(part())
    return parts.length === 1 ? (parts[0] as Filter) : { kind, parts }
  }

  #condition(lookup: Lookup): Filter {
    if (this.#takes('(')) {
      const filter = this.#or(lookup)
      this.#expect(')')
      return filter
    }
    if (this.#peek()?.text.toLowerCase() === 'not' && this.#tokens[this.#at + 1]?.kind === '(') {
      this.#at++
      return { kind: 'not', part: this.#condition(lookup) }
    }
    const name = this.#name()
    const path = lookup(name)
    if (!this.#takes('[')) return this.#comparison(path)
    const items = ofItems(path?.attribute)
    const part = this.#or(items)
    this.#expect(']')
    const sub = this.#sub()
    if (sub === undefined) return { kind: 'item', path, part }
    return { kind: 'item', path, part: { kind: 'and', parts: [part, this.#comparison(items(sub))] } }
  }

  #comparison(path: AttributePath | undefined): Filter {
    if (++this.#comparisons > scimLimits.comparisons)
      throw badFilter(`A filter has at most ${scimLimits.comparisons} comparisons`)
    const word = this.#next('an operator').text.toLowerCase()
    if (word === 'pr') return { kind: 'present', path }
    const operator = operators.find((one) => one === word)
    if (!operator) throw badFilter(`Unknown operator: ${word.slice(0, 20)}`)
    const token = this.#next('a value')
    if (token.kind !== 'value') throw badFilter(`Not a value: ${token.text.slice(0, 50)}`)
    const { value } = token
    if (typeof value === 'boolean' && !['eq', 'ne'].includes(operator))
      throw badFilter('Boolean values are compared by eq and ne')
    return { kind: 'compare', path, operator, value }
  }

  #sub(): string | undefined {
    const token = this.#peek()
    if (token?.kind !== 'word' || !token.text.startsWith('.')) return undefined
    this.#at++
    return token.text.slice(1)
  }

  #name(): string {
    const token = this.#next('an attribute')
    if (token.kind !== 'word') throw badFilter(`Not an attribute: ${token.text.slice(0, 50)}`)
    return token.text
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #next(what: string): Token {
    const token = this.#tokens[this.#at++]
    if (!token) throw badFilter(`The filter ends where ${what} is expected`)
    return token
  }

  #takes(kind: Token['kind']): boolean {
    if (this.#peek()?.kind !== kind) return false
    this.#at++
    return true
  }

  #takesWord(word: string): boolean {
    const token = this.#peek()
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #expect(kind: Token['kind']): void {
    if (!this.#takes(kind)) throw badFilter(`There is no ${kind} where one is expected`)
  }

  #end(): void {
    const token = this.#peek()
    if (token) throw badFilter(`Unexpected: ${token.text.slice(0, 50)}`)
  }
}
