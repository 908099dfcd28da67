/** Emails about two-factor authentication. */
export const en = {
  mail: {
    subject: (organization: string) => `Signing in to ${organization} has changed`,
    hello: (name: string) => `Hello ${name},`,
    on: (organization: string) =>
      `two-factor authentication is now on for your account in ${organization}. When you sign in with your password, you also enter a one-time code from your app. Keep the recovery codes in a safe place.`,
    off: (organization: string) =>
      `two-factor authentication was turned off for your account in ${organization}. You now sign in with your password only.`,
    removed: (organization: string) =>
      `an administrator turned off two-factor authentication for your account in ${organization}. Until you set it up again in your settings, you sign in with your password only.`,
    renewed: (organization: string) =>
      `new recovery codes were created for your account in ${organization}. The old ones no longer work.`,
    used: (organization: string, left: number) =>
      `a recovery code was used to sign in to your account in ${organization}. Codes left: ${left}.`,
    ifNot: (organization: string) =>
      `If this wasn’t you, change your password immediately and contact an administrator of ${organization}.`,
  },
}

export type Texts = typeof en
