/** What mails about second factors say. */
export const en = {
  mail: {
    subject: (organization: string) => `Signing in to ${organization} has changed`,
    hello: (name: string) => `Hello ${name},`,
    on: (organization: string) =>
      `from now on it takes a one-time code of your app as well to sign in to ${organization} with your password. Keep the recovery codes in a safe place.`,
    off: (organization: string) =>
      `the second factor of your account in ${organization} was turned off. Your password is enough again to sign in.`,
    removed: (organization: string) =>
      `an administrator has removed the second factor of your account in ${organization}. Your password is enough to sign in, until you set up a new one in your settings.`,
    renewed: (organization: string) =>
      `there are new recovery codes for your account in ${organization}. Those from before work no more.`,
    used: (organization: string, left: number) =>
      `a recovery code of your account in ${organization} was used. Codes that are left: ${left}.`,
    ifNot: (organization: string) =>
      `If this was not you, change your password at once, and tell an administrator of ${organization}.`,
  },
}

export type Texts = typeof en
