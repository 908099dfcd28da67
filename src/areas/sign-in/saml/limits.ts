/** Of a message as it comes, in base64: several times what providers send. */
export const maxMessageLength = 64 * 1024
/** Of the form that brings it: some providers break its lines, all of them encode its signs. */
export const maxFormBytes = 4 * maxMessageLength
/**
 * Of the XML in it. Whoever signs a message with a key of their own has it read to the end before it is refused; these
 * keep that below 50 ms of this thread (docs/saml.md).
 */
export const maxElements = 300
export const maxAttributes = 700
export const maxNamespaces = 300
export const maxDepth = 30
export const maxAttributesOfElement = 40
export const maxAttributeLength = 2_000
/** Of what says who somebody is, and of what comes back with it. */
export const maxSubjectLength = 300
export const maxRelayStateLength = 2_100
/** How far the clocks of a provider and of this server may be apart. */
export const clockSkewMs = 2 * 60_000
/** How long an assertion is believed after it was made, whatever it says itself. */
export const assertionLifeMs = 10 * 60_000
/** Of the files with which providers are described. */
export const maxMetadataBytes = 2 ** 20
