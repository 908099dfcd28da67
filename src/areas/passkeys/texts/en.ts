/** What mails about passkeys say. */
export const en = {
  mail: {
    subject: (organization: string) => `Signing in to ${organization} has changed`,
    hello: (name: string) => `Hello ${name},`,
    added: (organization: string, passkey: string) =>
      `the passkey “${passkey}” was added to your account in ${organization}. With it you can sign in from now on.`,
    removed: (organization: string, passkey: string) =>
      `the passkey “${passkey}” of your account in ${organization} was removed. Nobody signs in with it any more.`,
    ifNot: (organization: string) =>
      `If this was not you, remove what you do not know in your settings, change your password, and tell an administrator of ${organization}.`,
  },
}

export type Texts = typeof en
