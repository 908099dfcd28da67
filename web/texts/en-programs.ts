import { names } from './en.ts'

/** Texts of the page of programs that people let act for them. */
export const enPrograms = {
  lead: 'These ask people whether they may act for them. What somebody has allowed, stands in their own settings under Access tokens.',
  list: 'Programs',
  none: 'No program has asked yet.',
  add: 'Make a program known',
  name: { label: 'Name', help: 'People see it when the program asks them.' },
  addresses: {
    label: 'Where people are led back',
    help: 'Addresses of the program, one in a line: https, or http on 127.0.0.1. It needs the client ID, which you copy from the list.',
  },
  copy: 'Copy client ID',
  copyOf: (name: string) => `Copy client ID of ${name}`,
  leadsTo: (places: readonly string[]) => `leads to ${names.format(places)}`,
  knownBy: { itself: 'has registered itself', administrator: 'made known by an administrator' },
  byDocument: (host: string) => `known by a document at ${host}`,
  since: (day: string) => `since ${day}`,
  accounts: (number: number) =>
    number === 0
      ? 'nobody has given it access'
      : number === 1
        ? 'one account has given it access'
        : `${number} accounts have given it access`,
  removeOf: (name: string) => `Remove ${name}?`,
  removeMore: 'It has no access any more, to whomever it had, at once.',
  remove: 'Remove',
}
