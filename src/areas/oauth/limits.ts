/** Characters of what a program calls itself. */
export const maxProgramNameLength = 100
/** Characters of an address to which people are led back, and how many of them one program has. */
export const maxRedirectUriLength = 1_000
export const maxRedirectUris = 10
/** Characters of what a program gives on the way and gets back. */
export const maxStateLength = 1_000
