import { createRequire } from 'node:module'
import * as limits from './limits.ts'

const require = createRequire(import.meta.url)

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const

/** The part of the DOM used here; the parser's types need a browser's. */
export interface XmlElement {
  readonly nodeType: number
  readonly localName: string
  readonly namespaceURI: string | null
  readonly textContent: string | null
  readonly childNodes: ArrayLike<XmlElement>
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  getAttribute(name: string): string
}

interface Parser {
  parseFromString(text: string, type: string): { readonly childNodes: ArrayLike<XmlElement> }
}

/** Invalid XML; the message contains none of its text. */
export class XmlError extends Error {}

const elementType = 1

/** Throws for malformed XML. */
export function parseXml(text: string): XmlElement {
  const { DOMParser } = require('@xmldom/xmldom') as { DOMParser: new (options: object) => Parser }
  const refuse = () => {
    throw new XmlError('is not XML')
  }
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } })
  let roots: XmlElement[]
  try {
    roots = elementsOf(parser.parseFromString(text, 'text/xml'))
  } catch {
    throw new XmlError('is not XML')
  }
  const [root, ...more] = roots
  if (!root || more.length > 0) throw new XmlError('is not XML')
  return root
}

const elementsOf = ({ childNodes }: { readonly childNodes: ArrayLike<XmlElement> }): XmlElement[] =>
  Array.from(childNodes).filter(({ nodeType }) => nodeType === elementType)

export const childrenOf = (parent: XmlElement, namespace: string, name: string): XmlElement[] =>
  elementsOf(parent).filter(({ namespaceURI, localName }) => namespaceURI === namespace && localName === name)

export const textOf = (element: XmlElement | undefined): string => (element?.textContent ?? '').trim()

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0

/**
 * Decodes an external message and rejects everything but plain elements: no document type and therefore no custom
 * entities, no comments, which parsers treat differently, no CDATA sections or processing instructions, and not so many
 * names that parsing is slow.
 */
export function screened(encoded: string): string {
  const compact = encoded.replace(/\s+/g, '')
  if (compact.length > limits.maxMessageLength) throw new XmlError('is too long')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new XmlError('is not base64')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    throw new XmlError('is not UTF-8')
  }
  const body = text.replace(/^\s*<\?xml [^<>?]{0,200}\?>/, '')
  if (/<[!?]/.test(body)) throw new XmlError('holds a document type, a comment or an instruction')
  if (count(body, /</g) > 2 * limits.maxElements || count(body, /xmlns/g) > limits.maxNamespaces)
    throw new XmlError('has too many elements')
  const most = 2 * limits.maxAttributesOfElement
  if (count(body, /=\s*["']/g) > limits.maxAttributes || body.split('<').some((part) => count(part, /["']/g) > most))
    throw new XmlError('has too many attributes')
  return text
}

/** All elements in document order; throws for excessive depth or number, and duplicate IDs. */
export function everyElement(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const ids = new Set<string>()
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= limits.maxDepth) throw new XmlError('is too deep')
    for (const element of level) {
      found.push(element)
      for (const { name, value } of Array.from(element.attributes)) {
        if (value.length > limits.maxAttributeLength) throw new XmlError('has too long an attribute')
        if (!/^(xml:)?id$/i.test(name)) continue
        if (ids.has(value)) throw new XmlError('has an id twice')
        ids.add(value)
      }
    }
    level = level.flatMap(elementsOf)
  }
  return found
}
