/** Texts of what concerns oneself and this browser: loaded when they are asked for. */
export const enOwn = {
  look: 'Look',
  looks: { 1: 'As the device', 3: 'Light', 2: 'Dark' } as Readonly<Record<number, string>>,
  notChanged: 'That could not be changed. The server cannot be reached.',
  settings: 'Settings',
  keyboard: 'Keyboard',
  help: 'Help',
  browsers: 'Where you are signed in',
  connect: 'Connect other apps',
  signOut: 'Sign out',
  signOutOf: (browser: string) => `Sign out of ${browser}`,
  signOutElsewhere: 'Sign out everywhere else',
  signedOutElsewhere: 'You are signed in here alone now.',
  thisOne: 'this browser',
  lastSeen: (when: string, address: string) => `Last used ${when}, from ${address}`,
  someBrowser: 'Some browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  loading: 'Loading…',
}
export type OwnTexts = typeof enOwn
