/** Pages for calls and for connecting accounts, and the notice about a call. */
export const en = {
  connect: {
    title: (provider: string) => `Connect with ${provider}`,
    aboutTo: (organization: string, provider: string, name: string, email: string) =>
      `This lets ${organization} create ${provider} meetings for ${name} (${email}). Continue only if that’s you.`,
    goOn: (provider: string) => `Continue to ${provider}`,
    connected: (provider: string) => `Connected with ${provider}`,
    canBeMade: (provider: string, name: string) =>
      `${name} can now create ${provider} meetings. You can close this page.`,
  },
  failed: 'Something went wrong',
  name: 'Your name',
  join: 'Join the call',
  enter: 'Join',
  made: (url: string) =>
    `You created a call. Anyone who opens [this link](${url}) becomes its moderator, so keep it to yourself and share the other one.`,
}

export type Texts = typeof en
