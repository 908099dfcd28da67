import type { Scope } from '#contract'

/** The page on which a person lets a program use their account. */
export const en = {
  title: (organization: string) => `Allow access to ${organization}`,
  asks: (program: string) => `“${program}” wants to use your account.`,
  selfNamed: 'The app chose this name itself, and it isn’t verified. Continue only if you just started it.',
  vouched: (host: string) => `It’s identified by an address at ${host}.`,
  account: 'Your account',
  other: 'Sign out',
  leads: 'Afterward, you’ll be sent to',
  ownComputer: (place: string) => `a program on this computer (${place})`,
  may: 'It can',
  scopes: {
    read: ['Read', 'Everything you can see.'],
    write: ['Write', 'Messages, reactions, reminders, and your settings.'],
    answer: ['Answer bots', 'Press buttons and fill in forms in bots’ messages as you. Requires Write.'],
    channels: ['Channels', 'Create and change channels and their subscribers.'],
    admin: ['Administer', 'Do what your administrator role allows.'],
  } as Record<Scope, readonly [string, string]>,
  onlySome: 'Limit to channels',
  onlySomeHint:
    'If you choose channels, it can access only those and no direct messages. Otherwise, it can access everything you can.',
  until: 'Expires',
  expiries: { 7: 'In 7 days', 30: 'In 30 days', 90: 'In 90 days', 365: 'In 1 year', 0: 'Never' } as Record<
    number,
    string
  >,
  name: 'Name',
  nameHint: 'Shown next to what it does for you. You can revoke access in Settings under Access tokens.',
  password: 'Your password',
  passwordHint: 'Enter your password to confirm.',
  allow: 'Allow',
  deny: 'Cancel',
  notGiven: 'Access denied',
  refused: (program: string) => `“${program}” asked for access that isn’t available here.`,
  backTo: (place: string) => `Back to ${place}`,
  noScope: 'Choose at least one permission, or cancel.',
  badChannels: (most: number) => `Choose up to ${most} channels that you’re subscribed to.`,
  badName: 'Enter a name of 1 to 60 characters, and choose when access expires.',
  badPassword: 'Wrong password.',
  full: 'This organization has reached its limit of apps. Ask an administrator.',
}

export type Texts = typeof en
