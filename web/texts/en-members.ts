import { count, names } from './en.ts'

/** Texts for adding and removing several members at once. */
export const enMembers = {
  choose: (name: string) => `Select ${name}`,
  chooseAll: (n: number) => `Select all ${n.toLocaleString('en')}`,
  removeChosen: (n: number) => (n === 0 ? 'Remove selected' : `Remove ${count(n, 'person', 'people')}`),
  fromElsewhere: 'Add from a channel or list',
  fromChannel: 'Everyone in channel',
  chooseChannel: 'Choose a channel',
  addMembersOf: 'Add to list',
  pasted: 'Emails or names',
  pastedHint: 'One per line, or separated by commas',
  lookUp: 'Find people',
  foundOf: (n: number) => `${count(n, 'person', 'people')} added to the list.`,
  notFound: (who: readonly string[]) => `Not found: ${names.format(who)}.`,
  severalOf: (who: readonly string[]) => `Several people are named ${names.format(who)}. Add them by name above.`,
  alreadyIn: (n: number) => `${count(n, 'is', 'are')} already in the channel.`,
}
export type MembersTexts = typeof enMembers
