/** In Unicode code points. */
export const maxMessageLength = 10_000
/** Maximum length of a text or topic as received, before trimming and its own limit. */
export const maxWrittenLength = 100_000
/** Maximum length of a lookup key: a name, an email address, a key. */
export const maxLookupLength = 1_000
/** Maximum recipients of a direct message, draft, or typing notification. */
export const maxRecipients = 1_000
