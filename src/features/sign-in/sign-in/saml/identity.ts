import { type Identity, identityIn } from '../identity.ts'
import { type Assertion, SamlError } from './assertion.ts'
import { maxSubjectLength } from './limits.ts'
import type { AttributeRole, SamlProvider } from './provider.ts'

const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** Common attribute names, best first: plain, LDAP, and Microsoft's. */
const usual: Readonly<Record<AttributeRole, readonly string[]>> = {
  email: ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${claim}/emailaddress`, 'emailaddress'],
  first_name: ['first_name', 'firstName', 'givenName', 'urn:oid:2.5.4.42', `${claim}/givenname`],
  last_name: ['last_name', 'lastName', 'surname', 'sn', 'urn:oid:2.5.4.4', `${claim}/surname`],
  full_name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  subject: [],
}
const isEmailFormat = (format: string) => format.endsWith(':nameid-format:emailAddress')
const isTransient = (format: string) => format.endsWith(':nameid-format:transient')

export function identityOf(assertion: Assertion, provider: SamlProvider): Identity {
  const { nameId, nameIdFormat } = assertion
  const email = attributeOf(assertion, provider, 'email') || (isEmailFormat(nameIdFormat) ? nameId : '')
  const subject = subjectOf(assertion, provider)
  const [, domain = ''] = /@([^@]+)$/.exec(email.toLowerCase()) ?? []
  const trusted = provider.trustEmail && (provider.emailDomains?.includes(domain) ?? true)
  const claims = {
    // a provider with both protocols identifies people differently in each
    iss: `saml:${provider.entityId}`,
    sub: subject,
    email,
    name: attributeOf(assertion, provider, 'full_name'),
    given_name: attributeOf(assertion, provider, 'first_name'),
    family_name: attributeOf(assertion, provider, 'last_name'),
  }
  return identityIn(claims, trusted)
}

function attributeOf({ attributes }: Assertion, provider: SamlProvider, role: AttributeRole): string {
  const chosen = provider.attributes[role]
  for (const name of chosen ? [chosen] : usual[role]) {
    const [value] = attributes.get(name) ?? []
    if (value) return value
  }
  return ''
}

/** A persistent identifier, independent of the address; transient ones don't count. */
function subjectOf(assertion: Assertion, provider: SamlProvider): string {
  const { nameId, nameIdFormat } = assertion
  const subject = provider.attributes.subject
    ? attributeOf(assertion, provider, 'subject')
    : isTransient(nameIdFormat)
      ? ''
      : isEmailFormat(nameIdFormat)
        ? nameId.toLowerCase()
        : nameId
  if (!subject || subject.length > maxSubjectLength)
    throw new SamlError('unbelievable', 'does not name the person in a way that lasts')
  return subject
}
