import { names } from './en.ts'

/** Texts of the connected apps (OAuth clients) page. */
export const enPrograms = {
  lead: 'These apps can ask people for access. People manage the access they’ve granted in their settings under Access tokens.',
  list: 'Connected apps',
  none: 'No app has asked for access yet.',
  add: 'Register an app',
  name: { label: 'Name', help: 'Shown when the app asks for access.' },
  addresses: {
    label: 'Redirect URLs',
    help: 'One per line: https, or http on 127.0.0.1. The app also needs its client ID, which you can copy from the list.',
  },
  copy: 'Copy client ID',
  copyOf: (name: string) => `Copy client ID of ${name}`,
  leadsTo: (places: readonly string[]) => `redirects to ${names.format(places)}`,
  knownBy: { itself: 'registered itself', administrator: 'registered by an administrator' },
  byDocument: (host: string) => `identified by a document on ${host}`,
  since: (day: string) => `since ${day}`,
  accounts: (number: number) =>
    number === 0
      ? 'no access granted yet'
      : number === 1
        ? 'has access to 1 account'
        : `has access to ${number} accounts`,
  removeOf: (name: string) => `Remove ${name}?`,
  removeMore: 'It loses access to all accounts immediately.',
  remove: 'Remove',
}
