/** Texts of the personal menu and of sessions, loaded on demand. */
export const enOwn = {
  look: 'Theme',
  looks: { 1: 'System', 3: 'Light', 2: 'Dark' } as Readonly<Record<number, string>>,
  notChanged: 'Couldn’t save. Can’t reach the server.',
  settings: 'Settings',
  keyboard: 'Keyboard shortcuts',
  help: 'Help',
  browsers: 'Active sessions',
  connect: 'Connect other apps',
  signOut: 'Sign out',
  signOutOf: (browser: string) => `Sign out of ${browser}`,
  signOutElsewhere: 'Sign out of all other sessions',
  signedOutElsewhere: 'Signed out of all other sessions.',
  thisOne: 'this browser',
  lastSeen: (when: string, address: string) => `Last active ${when} from ${address}`,
  someBrowser: 'Unknown browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  loading: 'Loading…',
}
export type OwnTexts = typeof enOwn
