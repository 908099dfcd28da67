import { childrenOf, namespaces, parseXml, textOf, type XmlElement, XmlError } from './document.ts'

export interface ProviderMetadata {
  readonly entityId: string
  readonly entryPoint: string
  /** PEM. */
  readonly certificates: readonly string[]
}

const { metadata, signature } = namespaces
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/\s+/g, '').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

/** Parses the file; selects one of several providers by its entity ID. Throws XmlError. */
export function readMetadata(text: string, wanted: string | undefined): ProviderMetadata {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new XmlError('has a document type')
  const root = parseXml(text)
  const all = (
    root.localName === 'EntitiesDescriptor' ? childrenOf(root, metadata, 'EntityDescriptor') : [root]
  ).filter((one) => childrenOf(one, metadata, 'IDPSSODescriptor').length > 0)
  const fitting = wanted === undefined ? all : all.filter((one) => one.getAttribute('entityID') === wanted)
  const [entity, ...more] = fitting
  if (!entity) throw new XmlError(wanted === undefined ? 'describes no provider' : `does not describe ${wanted}`)
  if (more.length > 0) throw new XmlError('describes several providers; name one by its entity_id')
  const [role] = childrenOf(entity, metadata, 'IDPSSODescriptor') as [XmlElement]
  const services = childrenOf(role, metadata, 'SingleSignOnService')
  const service = services.find((one) => one.getAttribute('Binding') === redirect)
  if (!service) throw new XmlError('has no SingleSignOnService for HTTP-Redirect')
  return {
    entityId: entity.getAttribute('entityID'),
    entryPoint: service.getAttribute('Location'),
    certificates: childrenOf(role, metadata, 'KeyDescriptor')
      .filter((key) => ['', 'signing'].includes(key.getAttribute('use')))
      .flatMap((key) => childrenOf(key, signature, 'KeyInfo'))
      .flatMap((info) => childrenOf(info, signature, 'X509Data'))
      .flatMap((data) => childrenOf(data, signature, 'X509Certificate'))
      .map((certificate) => pemOf(textOf(certificate))),
  }
}
