/** What the page for signing out says. */
export const en = { signOut: 'Sign out', signedOut: 'Signed out', signInAgain: 'Sign in again' }

export type Texts = typeof en
