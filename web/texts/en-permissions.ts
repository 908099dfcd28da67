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
const inEach = (groups: readonly string[]) => groups.join(', which is in ')
/** As one says of somebody, or to oneself. */
const are = (isOwn: boolean) => (isOwn ? 'you are' : 'they are')
const roleNames: Readonly<Record<SystemGroupName, string>> = {
  'role:internet': 'anybody',
  'role:everyone': 'a guest',
  'role:members': 'a member',
  'role:fullmembers': 'a full member',
  'role:moderators': 'a moderator',
  'role:administrators': 'an administrator',
  'role:owners': 'an owner',
  'role:nobody': 'nobody',
}
const begun = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Texts of who may do what: loaded with the pages that show it. */
export const enPermissions = {
  systemGroups: {
    'role:internet': 'Everybody on the internet',
    'role:everyone': 'Everyone',
    'role:members': 'Members',
    'role:fullmembers': 'Full members',
    'role:moderators': 'Moderators',
    'role:administrators': 'Administrators',
    'role:owners': 'Owners',
    'role:nobody': 'Nobody',
  } satisfies Record<SystemGroupName, string> as Readonly<Record<SystemGroupName, string>>,
  systemGroupDetails: {
    'role:internet': 'with no account, too',
    'role:everyone': 'guests, too',
    'role:members': 'all but guests',
    'role:fullmembers': 'who have been here for long enough',
    'role:moderators': 'administrators and owners, too',
    'role:administrators': 'owners, too',
    'role:owners': '',
    'role:nobody': '',
  } satisfies Record<SystemGroupName, string> as Readonly<Record<SystemGroupName, string>>,
  systemCrowd: (name: SystemGroupName, people: string): string => {
    switch (name) {
      case 'role:internet':
        return 'everybody on the internet'
      case 'role:everyone':
        return `everybody here, guests too (${people})`
      case 'role:members':
        return `everybody but guests (${people})`
      case 'role:fullmembers':
        return `who has been a member for long enough, and moderators and above (${people})`
      case 'role:moderators':
        return `moderators, administrators and owners (${people})`
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
    people + bots === 0 ? `nobody yet of ${name}` : `the ${crowd(people, bots)} of ${name}`,
  morePeople: (n: number) => count(n, 'more person', 'more people'),
  nobodySentence: 'Nobody.',
  sentence: (parts: readonly string[]) => `${begun(names.format(parts))}.`,
  unknownGroup: 'a group that is gone',
  unknownPerson: 'somebody whom you cannot see',
  youToo: 'You are among them.',
  namePersonOrGroup: 'A name, a role or a group',
  withoutOne: (name: string) => `Without ${name}`,
  you: 'you',
  bot: 'bot',
  andMore: (n: number) => `and ${count(n, 'more', 'more')}`,
  options: (label: string) => `${label}: who it could be`,
  save: 'Save',
  discard: 'Discard',
  saving: 'Saving…',
  saved: 'Saved',
  somebodyNeeded: 'Name somebody: this cannot be left to nobody.',
  changedMeanwhile: 'Somebody has changed this meanwhile. It is now:',
  saveAllTheSame: 'Save mine instead',
  takeTheirs: 'Keep theirs',
  whoExactly: 'Who exactly?',
  whoTitle: (label: string) => label,
  isNamed: (isOwn: boolean) => `${are(isOwn)} named`,
  isInGroups: (isOwn: boolean, groups: readonly string[]) => `${are(isOwn)} in ${inEach(groups)}`,
  hasRole: (isOwn: boolean, role: SystemGroupName, groups: readonly string[]) =>
    `${are(isOwn)} ${roleNames[role]}${groups.length > 0 ? `, and so in ${inEach(groups)}` : ''}`,
  everywhere: ' (in the whole organization)',
  reasons: {
    administrator: (isOwn) => (isOwn ? 'you administer the organization' : 'they administer the organization'),
    inside: (isOwn) => `${are(isOwn)} in the channel`,
    public: () => 'the channel is public',
    webPublic: () => 'the channel is open to the web',
  } satisfies Record<Exclude<Reason['kind'], 'holds'>, (isOwn: boolean) => string> as Readonly<
    Record<Exclude<Reason['kind'], 'holds'>, (isOwn: boolean) => string>
  >,
  obstacles: {
    archived: () => 'the channel is archived',
    guest: (isOwn) => `${are(isOwn)} a guest`,
    guestOutside: (isOwn) => `${are(isOwn)} a guest who is not in it`,
    closed: (isOwn) => `it is private, and ${are(isOwn)} not in it`,
    protectedHistory: (isOwn) => `${are(isOwn)} not subscribed, and the history is for subscribers only`,
    systemGroup: () => 'who is in this group follows from the roles of people',
  } satisfies Record<Exclude<Obstacle['kind'], 'lacks'>, (isOwn: boolean) => string> as Readonly<
    Record<Exclude<Obstacle['kind'], 'lacks'>, (isOwn: boolean) => string>
  >,
  obstaclesOfGroups: {
    archived: () => 'the channel is archived',
    guest: () => 'guests are among them',
    guestOutside: () => 'guests who are not in the channel are among them',
    closed: () => 'it is private, and not all of them are in it',
    protectedHistory: () => 'not all of them are subscribed, and the history is for subscribers only',
    systemGroup: () => 'who is in this group follows from the roles of people',
  } satisfies Record<Exclude<Obstacle['kind'], 'lacks'>, () => string> as Readonly<
    Record<Exclude<Obstacle['kind'], 'lacks'>, () => string>
  >,
  isNotAmong: (isOwn: boolean) => `${are(isOwn)} not among those who may`,
  youBegun: 'You',
  may: (name: string, deed: string, because: readonly string[]) =>
    `${name} may ${deed}${because.length > 0 ? ` because ${names.format(because)}` : ''}.`,
  mayNot: (name: string, deed: string, because: string) => `${name} may not ${deed}, as ${because}.`,
  notAllMay: (name: string, deed: string, because: string) => `Not everybody in ${name} may ${deed}, as ${because}.`,
  groupIsNotAmong: 'the group is not among those who may',
  throughGroups: (groups: readonly string[]) => `through ${inEach(groups)}`,
  inChannel: {
    read: 'read this channel',
    join: 'join it',
    post: 'post here',
    startTopics: 'start topics here',
    addPeople: 'add people',
    removePeople: 'remove people',
    moveWithin: 'move messages to another topic here',
    moveOut: 'move messages to another channel',
    resolve: 'mark topics as resolved',
    deleteAny: 'delete any message here',
    deleteOwn: 'delete own messages here',
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
  whoMay: 'What may somebody do?',
  nameSomebody: 'Somebody’s name, or that of a group',
  forSomebodyElse: 'Somebody else, or a group',
  verdictsOf: (name: string) => `What ${name} may do`,
  nobodyAtAll: 'Nobody holds this permission.',
  refused: (reason: string) => `Not saved: ${reason}`,
  noServer: 'the server cannot be reached.',
}
export type PermissionTexts = typeof enPermissions
