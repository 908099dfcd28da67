/** What the mail to somebody says whose account was deactivated. */
export const en = {
  hello: (name: string) => `Hello ${name},`,
  deactivated: {
    subject: (organization: string) => `Your account in ${organization} was deactivated`,
    text: (organization: string, url: string) =>
      `your account in ${organization} (${url}) was deactivated by an administrator. You can no longer sign in there.`,
    writes: 'The administrator writes:',
  },
}

export type Texts = typeof en
