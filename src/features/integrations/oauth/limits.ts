export const maxProgramNameLength = 100
/** Maximum characters of a redirect URI, and their number per program. */
export const maxRedirectUriLength = 1_000
export const maxRedirectUris = 10
export const maxStateLength = 1_000
