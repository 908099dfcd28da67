import type { Scope } from '#contract'

/** What the page says that asks whether a program may act for somebody. */
export const en = {
  title: (organization: string) => `Access to ${organization}`,
  asks: (program: string) => `The program “${program}” wants to act for you.`,
  selfNamed:
    'It has given itself this name, and nobody has checked it. Go on only if you have just started it yourself.',
  vouched: (host: string) => `It is known by an address of ${host}.`,
  account: 'Your account',
  other: 'Sign out',
  leads: 'Afterwards you are led to',
  ownComputer: (place: string) => `a program on this computer (${place})`,
  may: 'It may',
  scopes: {
    read: ['Read', 'Everything that you see.'],
    write: ['Write', 'Messages, reactions, reminders, your settings.'],
    answer: ['Answer bots', 'Press buttons and fill in forms below messages of bots, as you; with Write.'],
    channels: ['Channels', 'Make and change channels, and who is in them.'],
    admin: ['Administer', 'What only administrators may, as far as you are one.'],
  } as Record<Scope, readonly [string, string]>,
  onlySome: 'Only in some channels',
  onlySomeHint:
    'With none chosen it may in all, and in direct messages. With some: there alone, without direct messages.',
  until: 'Until',
  expiries: { 7: 'In 7 days', 30: 'In 30 days', 90: 'In 90 days', 365: 'In a year', 0: 'I revoke it' } as Record<
    number,
    string
  >,
  name: 'Its name here',
  nameHint:
    'It stands on what the program writes and does for you. You can revoke it in the settings, under Access tokens.',
  password: 'Your password',
  passwordHint: 'To be sure that it is you.',
  allow: 'Allow',
  deny: 'Do not allow',
  notGiven: 'No access was given',
  refused: (program: string) => `The program “${program}” has asked for something that is not given here.`,
  backTo: (place: string) => `Back to ${place}`,
  noScope: 'Choose what it may, or do not allow it.',
  badChannels: (most: number) => `Choose at most ${most} channels, all of which you are in.`,
  badName: 'Choose a name of 1 to 60 characters, and when it ends.',
  badPassword: 'That is not your password.',
  full: 'There are too many programs here already. Ask an administrator.',
}

export type Texts = typeof en
