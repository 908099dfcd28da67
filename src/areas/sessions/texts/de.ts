import type { Texts } from './en.ts'

export const de: Texts = { signOut: 'Abmelden', signedOut: 'Abgemeldet', signInAgain: 'Wieder anmelden' }
