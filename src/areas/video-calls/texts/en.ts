/** What pages for calls and for connecting accounts say, and the notice about a call. */
export const en = {
  connect: {
    title: (provider: string) => `Connect with ${provider}`,
    aboutTo: (organization: string, provider: string, name: string, email: string) =>
      `You are about to let ${organization} make meetings at ${provider} for the account of ${name} (${email}). Go on only if that is you.`,
    goOn: (provider: string) => `Go on to ${provider}`,
    connected: (provider: string) => `Connected with ${provider}`,
    canBeMade: (provider: string, name: string) =>
      `Meetings at ${provider} can now be made for ${name}. You can close this page.`,
  },
  failed: 'That did not work',
  name: 'Your name',
  join: 'Join the call',
  enter: 'Enter the call',
  made: (url: string) =>
    `You have made a call. Who opens [this address](${url}) is its moderator: keep it to yourself, and share the other one.`,
}

export type Texts = typeof en
