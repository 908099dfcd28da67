import {
  childrenOf,
  everyElement,
  namespaces,
  parseXml,
  screened,
  textOf,
  type XmlElement,
  XmlError,
} from './document.ts'
import { assertionLifeMs, clockSkewMs, maxSubjectLength } from './limits.ts'
import type { SamlProvider } from './provider.ts'

export interface Assertion {
  readonly id: string
  /** Undefined if it's unsolicited. */
  readonly inResponseTo: string | undefined
  readonly nameId: string
  readonly nameIdFormat: string
  readonly attributes: ReadonlyMap<string, readonly string[]>
}

/** How providers know an organization. */
export interface Recipient {
  readonly entityId: string
  readonly consumer: string
}

/** Why a message is rejected; for the log, so without any of the sender's text. */
export class SamlError extends Error {
  readonly kind: 'unbelievable' | 'refused' | 'stranger'
  constructor(kind: SamlError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

const { protocol, assertion: saml, signature } = namespaces
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const algorithms = {
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
} as Readonly<Record<string, readonly string[]>>

const fail = (message: string) => new SamlError('unbelievable', message)
const only = (parent: XmlElement, name: string): XmlElement => {
  const [one, ...more] = childrenOf(parent, saml, name)
  if (!one || more.length > 0) throw fail(`has not exactly one ${name}`)
  return one
}

/** A parsed message with its claimed issuer, not verified yet. */
export interface Message {
  readonly encoded: string
  readonly root: XmlElement
  readonly issuer: string
  /** The SAML status code if sign-in failed. */
  readonly refusal?: string | undefined
}

/** Parses a response; rejects everything except the one supported form. */
export function messageIn(encoded: string): Message {
  try {
    const text = screened(encoded)
    const root = parseXml(text)
    const all = everyElement(root)
    if (root.localName !== 'Response' || root.namespaceURI !== protocol) throw fail('is no response')
    const [outer] = childrenOf(root, saml, 'Issuer')
    const refusal = refusalIn(root)
    if (refusal) return { encoded, root, issuer: textOf(outer), refusal }
    checkAlgorithms(all)
    const named = (name: string) => all.filter(({ localName }) => localName === name)
    if (named('EncryptedAssertion').length > 0) throw fail('is encrypted, which this server does not understand')
    const [inside, ...more] = named('Assertion')
    if (!inside || more.length > 0) throw fail('has not exactly one assertion')
    if (childrenOf(root, saml, 'Assertion')[0] !== inside) throw fail('has its assertion in another place')
    const issuer = textOf(only(inside, 'Issuer'))
    if (outer && textOf(outer) !== issuer) throw fail('has two issuers')
    return { encoded: Buffer.from(text).toString('base64'), root, issuer }
  } catch (error) {
    throw error instanceof XmlError ? fail(error.message) : error
  }
}

/** The status code of a failed sign-in, which needn't be signed. */
function refusalIn(root: XmlElement): string | undefined {
  const codes = childrenOf(root, protocol, 'Status').flatMap((status) => childrenOf(status, protocol, 'StatusCode'))
  const values = codes.map((code) => code.getAttribute('Value'))
  if (values.length === 1 && values[0] === success) return undefined
  return /:status:(\w{1,40})$/.exec(values[0] ?? '')?.[1] ?? 'no status'
}

function checkAlgorithms(all: readonly XmlElement[]): void {
  for (const element of all) {
    if (element.namespaceURI !== signature) continue
    const allowed = algorithms[element.localName]
    if (allowed && !allowed.includes(element.getAttribute('Algorithm')))
      throw fail('is signed by an algorithm too weak')
  }
}

/** The signed assertion, if it's for this organization and valid now; throws SamlError. */
export async function assertionIn(
  { encoded, root, refusal }: Message,
  provider: SamlProvider,
  to: Recipient,
  now: Date,
): Promise<Assertion> {
  if (refusal) throw new SamlError('refused', `says ${refusal}`)
  const destination = root.getAttribute('Destination')
  if (destination && destination !== to.consumer) throw fail('is sent to another address')
  const signed = await signedIn(encoded, provider, to)
  if (textOf(only(signed, 'Issuer')) !== provider.entityId) throw fail('is of another issuer')
  checkConditions(signed, to, now)
  const subject = only(signed, 'Subject')
  const inResponseTo = confirmation(subject, to, now).getAttribute('InResponseTo') || undefined
  const outer = root.getAttribute('InResponseTo') || undefined
  if (outer !== inResponseTo) throw fail('answers two requests')
  if (childrenOf(signed, saml, 'AuthnStatement').length === 0) throw fail('has no AuthnStatement')
  const [nameId] = childrenOf(subject, saml, 'NameID')
  const name = textOf(nameId)
  if (name.length > maxSubjectLength) throw fail('has too long a name')
  const id = signed.getAttribute('ID')
  if (!id || id.length > maxSubjectLength) throw fail('has no id')
  return {
    id,
    inResponseTo,
    nameId: name,
    nameIdFormat: nameId?.getAttribute('Format') ?? '',
    attributes: attributesOf(signed),
  }
}

/** Parses the signed bytes again, so that the unsigned rest has no effect. */
async function signedIn(encoded: string, provider: SamlProvider, to: Recipient): Promise<XmlElement> {
  const { SAML } = await import('@node-saml/node-saml')
  const library = new SAML({
    callbackUrl: to.consumer,
    issuer: to.entityId,
    idpCert: [...provider.certificates],
    // either of them is required
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // checked below, against all signed data and this server's clock
    audience: false,
    acceptedClockSkewMs: -1,
  })
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: encoded })
    const text = profile?.getAssertionXml?.()
    if (!text) throw fail('says nothing')
    const root = parseXml(text)
    if (root.localName !== 'Assertion' || root.namespaceURI !== saml) throw fail('has signed something else')
    return root
  } catch (error) {
    if (error instanceof SamlError) throw error
    const { message } = error as Error
    // only library messages that quote nothing
    throw fail(/^[A-Za-z ,.'-]{1,80}$/.test(message) ? `is refused: ${message}` : 'is not as it should be')
  }
}

const timeIn = (element: XmlElement, name: string): number => {
  const text = element.getAttribute(name)
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw fail(`has no ${name}`)
  return time
}

function checkTimes(element: XmlElement, now: Date): void {
  if (element.getAttribute('NotBefore') && timeIn(element, 'NotBefore') > now.getTime() + clockSkewMs)
    throw fail('is not valid yet')
  if (element.getAttribute('NotOnOrAfter') && timeIn(element, 'NotOnOrAfter') <= now.getTime() - clockSkewMs)
    throw fail('has expired')
}

function checkConditions(signed: XmlElement, to: Recipient, now: Date): void {
  const made = timeIn(signed, 'IssueInstant')
  if (made > now.getTime() + clockSkewMs) throw fail('is not valid yet')
  if (made + assertionLifeMs <= now.getTime() - clockSkewMs) throw fail('has expired')
  const conditions = only(signed, 'Conditions')
  checkTimes(conditions, now)
  const restrictions = childrenOf(conditions, saml, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, saml, 'Audience').some((audience) => textOf(audience) === to.entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw fail('is for another audience')
}

/** The bearer confirmation for this recipient and time. */
function confirmation(subject: XmlElement, to: Recipient, now: Date): XmlElement {
  const all = childrenOf(subject, saml, 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === bearer)
    .flatMap((one) => childrenOf(one, saml, 'SubjectConfirmationData'))
  const [data, ...more] = all.filter((one) => one.getAttribute('Recipient') === to.consumer)
  if (!data || more.length > 0) throw fail('is for another recipient')
  timeIn(data, 'NotOnOrAfter')
  checkTimes(data, now)
  return data
}

function attributesOf(signed: XmlElement): Map<string, string[]> {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenOf(signed, saml, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, saml, 'Attribute')) {
      const name = attribute.getAttribute('Name')
      const values = childrenOf(attribute, saml, 'AttributeValue').map(textOf)
      attributes.set(name, [...(attributes.get(name) ?? []), ...values.filter(Boolean)])
    }
  return attributes
}
