import type { ChannelDeed } from '../../src/areas/channels/rules.ts'
import type { GroupDeed } from '../../src/areas/groups/rules.ts'
import type { Obstacle, Reason } from '../../src/areas/organization/rules.ts'
import type { SystemGroupName } from '../../src/areas/organization/system-group-rules.ts'
import { count, names } from './en.ts'

const crowd = (people: number, bots: number) =>
  bots === 0
    ? count(people, 'person', 'people')
    : people === 0
      ? count(bots, 'bot', 'bots')
      : `${count(people, 'person', 'people')} and ${count(bots, 'bot', 'bots')}`
const inEach = (groups: readonly string[]) => groups.join(', which is part of ')
const are = (isOwn: boolean) => (isOwn ? 'you’re' : 'they’re')
const roleNames: Readonly<Record<SystemGroupName, string>> = {
  'role:internet': 'anyone',
  'role:everyone': 'a guest',
  'role:members': 'a member',
  'role:fullmembers': 'a full member',
  'role:moderators': 'a moderator',
  'role:administrators': 'an administrator',
  'role:owners': 'an owner',
  'role:nobody': 'nobody',
}
const begun = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const youBegun = 'You'
/** Matches a deed’s pronoun to who it’s about. */
const deedOf = (name: string, deed: string) => (name === youBegun ? deed.replace('their own', 'your own') : deed)

/** Texts about permissions, loaded only with the pages that show them. */
export const enPermissions = {
  systemGroups: {
    'role:internet': 'Everyone on the internet',
    'role:everyone': 'Everyone',
    'role:members': 'Members',
    'role:fullmembers': 'Full members',
    'role:moderators': 'Moderators',
    'role:administrators': 'Administrators',
    'role:owners': 'Owners',
    'role:nobody': 'Nobody',
  } satisfies Record<SystemGroupName, string> as Readonly<Record<SystemGroupName, string>>,
  systemGroupDetails: {
    'role:internet': 'including people without an account',
    'role:everyone': 'including guests',
    'role:members': 'everyone except guests',
    'role:fullmembers': 'members past the waiting period',
    'role:moderators': 'including administrators and owners',
    'role:administrators': 'including owners',
    'role:owners': '',
    'role:nobody': '',
  } satisfies Record<SystemGroupName, string> as Readonly<Record<SystemGroupName, string>>,
  systemCrowd: (name: SystemGroupName, people: string): string => {
    switch (name) {
      case 'role:internet':
        return 'everyone on the internet'
      case 'role:everyone':
        return `everyone, including guests (${people})`
      case 'role:members':
        return `everyone except guests (${people})`
      case 'role:fullmembers':
        return `full members, moderators, administrators, and owners (${people})`
      case 'role:moderators':
        return `moderators, administrators, and owners (${people})`
      case 'role:administrators':
        return `administrators and owners (${people})`
      case 'role:owners':
        return `owners (${people})`
      case 'role:nobody':
        return 'nobody'
    }
  },
  crowd,
  groupCrowd: (name: string, people: number, bots: number) =>
    people + bots === 0 ? `nobody in ${name} yet` : `${crowd(people, bots)} in ${name}`,
  morePeople: (n: number) => count(n, 'more person', 'more people'),
  nobodySentence: 'Nobody.',
  sentence: (parts: readonly string[]) => `${begun(names.format(parts))}.`,
  unknownGroup: 'a deleted group',
  unknownPerson: 'someone you can’t see',
  youToo: 'This includes you.',
  namePersonOrGroup: 'Add people, roles, or groups',
  withoutOne: (name: string) => `Remove ${name}`,
  you: 'you',
  bot: 'bot',
  andMore: (n: number) => `and ${count(n, 'more', 'more')}`,
  options: (label: string) => `${label}: suggestions`,
  save: 'Save',
  discard: 'Discard',
  saving: 'Saving…',
  saved: 'Saved',
  somebodyNeeded: 'Choose at least one person, role, or group.',
  changedMeanwhile: 'Someone else changed this. It’s now:',
  saveAllTheSame: 'Save mine anyway',
  takeTheirs: 'Keep theirs',
  whoExactly: 'View people',
  whoTitle: (label: string) => label,
  isNamed: (isOwn: boolean) => `${isOwn ? 'you were' : 'they were'} added directly`,
  isInGroups: (isOwn: boolean, groups: readonly string[]) => `${are(isOwn)} in ${inEach(groups)}`,
  hasRole: (isOwn: boolean, role: SystemGroupName, groups: readonly string[]) =>
    `${are(isOwn)} ${roleNames[role]}${groups.length > 0 ? `, so ${are(isOwn)} in ${inEach(groups)}` : ''}`,
  everywhere: ' (organization-wide)',
  reasons: {
    administrator: (isOwn) => (isOwn ? 'you administer the organization' : 'they administer the organization'),
    inside: (isOwn) => `${are(isOwn)} in the channel`,
    public: () => 'the channel is public',
    webPublic: () => 'the channel is public on the web',
  } satisfies Record<Exclude<Reason['kind'], 'holds'>, (isOwn: boolean) => string> as Readonly<
    Record<Exclude<Reason['kind'], 'holds'>, (isOwn: boolean) => string>
  >,
  obstacles: {
    archived: () => 'the channel is archived',
    guest: (isOwn) => `${are(isOwn)} a guest`,
    guestOutside: (isOwn) => `${are(isOwn)} a guest and not in the channel`,
    closed: (isOwn) => `the channel is private and ${are(isOwn)} not in it`,
    protectedHistory: (isOwn) => `only subscribers can see the history and ${are(isOwn)} not subscribed`,
    systemGroup: () => 'membership in this group depends on roles',
  } satisfies Record<Exclude<Obstacle['kind'], 'lacks'>, (isOwn: boolean) => string> as Readonly<
    Record<Exclude<Obstacle['kind'], 'lacks'>, (isOwn: boolean) => string>
  >,
  obstaclesOfGroups: {
    archived: () => 'the channel is archived',
    guest: () => 'the group includes guests',
    guestOutside: () => 'the group includes guests who aren’t in the channel',
    closed: () => 'the channel is private and not all of them are in it',
    protectedHistory: () => 'only subscribers can see the history and not all of them are subscribed',
    systemGroup: () => 'membership in this group depends on roles',
  } satisfies Record<Exclude<Obstacle['kind'], 'lacks'>, () => string> as Readonly<
    Record<Exclude<Obstacle['kind'], 'lacks'>, () => string>
  >,
  isNotAmong: (isOwn: boolean) => `${isOwn ? 'you' : 'they'} don’t have permission`,
  youBegun,
  may: (name: string, deed: string, because: readonly string[]) =>
    `${name} can ${deedOf(name, deed)}${because.length > 0 ? ` because ${names.format(because)}` : ''}.`,
  mayNot: (name: string, deed: string, because: string) => `${name} can’t ${deedOf(name, deed)} because ${because}.`,
  notAllMay: (name: string, deed: string, because: string) => `Not everyone in ${name} can ${deed}: ${because}.`,
  groupIsNotAmong: 'the group doesn’t have permission',
  throughGroups: (groups: readonly string[]) => `via ${inEach(groups)}`,
  inChannel: {
    read: 'read this channel',
    join: 'join it',
    post: 'post here',
    startTopics: 'start topics here',
    addPeople: 'add people',
    removePeople: 'remove people',
    moveWithin: 'move messages to another topic here',
    moveOut: 'move messages to another channel',
    resolve: 'resolve topics',
    deleteAny: 'delete any message here',
    deleteOwn: 'delete their own messages here',
    administer: 'administer this channel',
  } satisfies Record<ChannelDeed, string> as Readonly<Record<ChannelDeed, string>>,
  ofGroup: {
    mention: 'mention this group',
    join: 'join it',
    leave: 'leave it',
    addMembers: 'add people to it',
    removeMembers: 'remove people from it',
    manage: 'manage it',
  } satisfies Record<GroupDeed, string> as Readonly<Record<GroupDeed, string>>,
  whoMay: 'Check someone’s permissions',
  nameSomebody: 'Name of a person or group',
  forSomebodyElse: 'Check a person or group',
  verdictsOf: (name: string) => `What ${name} can do`,
  nobodyAtAll: 'Nobody has this permission.',
  refused: (reason: string) => `Couldn’t save: ${reason}`,
  noServer: 'the server can’t be reached.',
}
export type PermissionTexts = typeof enPermissions
