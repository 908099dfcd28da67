/** The email about a deactivated account. */
export const en = {
  hello: (name: string) => `Hello ${name},`,
  deactivated: {
    subject: (organization: string) => `Your account in ${organization} was deactivated`,
    text: (organization: string, url: string) =>
      `your account in ${organization} (${url}) was deactivated by an administrator. You can no longer sign in there.`,
    writes: 'Message from the administrator:',
  },
}

export type Texts = typeof en
