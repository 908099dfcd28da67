import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { type MadeCertificate, makeCertificate } from './certificate.ts'

const formats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
} as const

/** Fields of a response; valid by default. */
export interface Response {
  nameId?: string
  format?: keyof typeof formats
  attributes?: Record<string, string>
  issuer?: string
  audience?: string
  destination?: string
  recipient?: string
  inResponseTo?: string | undefined
  assertionId?: string
  /** In seconds from now. */
  issued?: number
  notBefore?: number
  notOnOrAfter?: number
  status?: string
  /** The signed element, the signer's certificate, and the algorithm. */
  signed?: 'assertion' | 'response' | 'nothing'
  by?: MadeCertificate
  algorithm?: string
  digest?: string
  /** Changes the XML before signing, or after. */
  before?: (xml: string) => string
  after?: (xml: string) => string
}

export interface Request {
  readonly id: string
  readonly xml: string
  readonly relayState: string
  readonly consumer: string
  readonly issuer: string
}

export function requestIn(address: string): Request {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8')
  const value = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: value(/ ID="([^"]+)"/),
    xml,
    relayState: searchParams.get('RelayState') ?? '',
    consumer: value(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: value(/<saml:Issuer[^>]*>([^<]+)</),
  }
}

let count = 0

/** Signs responses of its own making, valid and invalid. */
export class SamlIdp {
  readonly entityId: string
  readonly entryPoint: string
  readonly certificate: MadeCertificate

  constructor(host: string) {
    this.entityId = `https://${host}/metadata`
    this.entryPoint = `https://${host}/sso`
    this.certificate = makeCertificate([host], { rsaBits: 2_048 })
  }

  /** Its entry in the server's configuration file. */
  describe(more: object = {}): object {
    return {
      name: 'company',
      display_name: 'The <Company>',
      entity_id: this.entityId,
      entry_point: this.entryPoint,
      certificates: [this.certificate.cert],
      ...more,
    }
  }

  respond(request: Pick<Request, 'id' | 'consumer' | 'issuer'>, wanted: Response = {}): string {
    const { nameId = 'person-1', format = 'persistent', attributes = {}, issuer = this.entityId } = wanted
    const at = (secs: number) => new Date(Date.now() + secs * 1000).toISOString()
    const [issued, until] = [at(wanted.issued ?? 0), at(wanted.notOnOrAfter ?? 300)]
    const { assertionId = `_a${Date.now()}${count++}`, recipient = request.consumer } = wanted
    const asked = 'inResponseTo' in wanted ? wanted.inResponseTo : request.id
    const inResponseTo = asked === undefined ? '' : ` InResponseTo="${asked}"`
    const values = Object.entries(attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    const statement = values.length > 0 ? `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>` : ''
    const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${formats[format]}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(wanted.notBefore ?? 0)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${wanted.audience ?? request.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statement}</saml:Assertion>`
    const status = `urn:oasis:names:tc:SAML:2.0:status:${wanted.status ?? 'Success'}`
    const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${Date.now()}${count++}" Version="2.0" IssueInstant="${issued}" Destination="${wanted.destination ?? request.consumer}"${inResponseTo}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${wanted.status ? '' : assertion}</samlp:Response>`
    const changed = wanted.before?.(response) ?? response
    const signed = wanted.status || wanted.signed === 'nothing' ? changed : this.sign(changed, wanted)
    return wanted.after?.(signed) ?? signed
  }

  sign(xml: string, { signed = 'assertion', by = this.certificate, algorithm, digest }: Response = {}): string {
    const signature = new SignedXml({
      privateKey: by.key,
      publicCert: by.cert,
      signatureAlgorithm: algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    })
    const element = `//*[local-name(.)='${signed === 'response' ? 'Response' : 'Assertion'}']`
    signature.addReference({
      xpath: element,
      digestAlgorithm: digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    })
    const location = { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' as const }
    signature.computeSignature(xml, { prefix: 'ds', location })
    return signature.getSignedXml()
  }
}
