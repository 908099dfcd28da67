/** The base64 message: several times the usual size. */
export const maxMessageLength = 64 * 1024
/** The form with the message: some providers break its lines, and all percent-encode it. */
export const maxFormBytes = 4 * maxMessageLength
/**
 * The message's XML. A message signed with a stranger's key is parsed completely before it's rejected; these limits
 * keep that below 50 ms of this thread (docs/saml.md).
 */
export const maxElements = 300
export const maxAttributes = 700
export const maxNamespaces = 300
export const maxDepth = 30
export const maxAttributesOfElement = 40
export const maxAttributeLength = 2_000
/** The subject, and the relay state. */
export const maxSubjectLength = 300
export const maxRelayStateLength = 2_100
/** Allowed difference between the clocks of provider and server. */
export const clockSkewMs = 2 * 60_000
/** Maximum age of an assertion, whatever it says itself. */
export const assertionLifeMs = 10 * 60_000
/** Provider metadata files. */
export const maxMetadataBytes = 2 ** 20
