/** Code points of a message's text. */
export const maxMessageLength = 10_000
/** A text or topic as it comes in, before the space around it is taken away and its own limit is looked at. */
export const maxWrittenLength = 100_000
/** What somebody or something is looked for by: a name, an address, a key. */
export const maxLookupLength = 1_000
/** People that one direct message, draft or notice of typing may be for. */
export const maxRecipients = 1_000
