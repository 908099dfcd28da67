/** Emails about passkeys. */
export const en = {
  mail: {
    subject: (organization: string) => `Signing in to ${organization} has changed`,
    hello: (name: string) => `Hello ${name},`,
    added: (organization: string, passkey: string) =>
      `the passkey “${passkey}” was added to your account in ${organization}. You can now use it to sign in.`,
    removed: (organization: string, passkey: string) =>
      `the passkey “${passkey}” was removed from your account in ${organization}. It can no longer be used to sign in.`,
    ifNot: (organization: string) =>
      `If this wasn’t you, remove any passkeys you don’t recognize, change your password, and contact an administrator of ${organization}.`,
  },
}

export type Texts = typeof en
