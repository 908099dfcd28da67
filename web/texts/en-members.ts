import { count, names } from './en.ts'

/** Texts of lists of members, where several are put in or taken out at once: loaded with them. */
export const enMembers = {
  choose: (name: string) => `Choose ${name}`,
  chooseAll: (n: number) => `All ${n.toLocaleString('en')} of these`,
  removeChosen: (n: number) => (n === 0 ? 'Remove those chosen' : `Remove ${count(n, 'person', 'people')}`),
  fromElsewhere: 'From another channel, or a list',
  fromChannel: 'Everybody in the channel',
  chooseChannel: 'Choose a channel',
  addMembersOf: 'Add to the list',
  pasted: 'Addresses or names',
  pastedHint: 'One a line, or with commas in between.',
  lookUp: 'Look them up',
  foundOf: (n: number) => `${count(n, 'person', 'people')} found and put into the list.`,
  notFound: (who: readonly string[]) => `Not found: ${names.format(who)}.`,
  severalOf: (who: readonly string[]) => `Several people are called ${names.format(who)}: choose them by name above.`,
  alreadyIn: (n: number) => `${count(n, 'is', 'are')} in the channel already.`,
}
export type MembersTexts = typeof enMembers
