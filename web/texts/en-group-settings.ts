import type { GroupPermissionName } from '../../src/areas/organization/permission-settings.ts'
import { count, names } from './en.ts'

interface PermissionText {
  readonly label: string
  readonly help: string
}

/** Texts of what one does with groups: loaded with their pages. */
export const enGroupSettings = {
  tabs: { members: 'Members', general: 'About', permissions: 'Permissions' },
  name: 'Name',
  nameNeeded: 'It needs a name.',
  nameTaken: (name: string) => `There is a group called ${name} already.`,
  description: 'What it is for',
  noDescription: 'Nobody has said yet what it is for.',
  members: 'Who is in it',
  membersMore: 'People, and groups: who is in a group inside is in this one, too, as long as that lasts.',
  create: 'Make the group',
  mayNotCreate: (who: string) => `You do not have the permission to make groups. Who has it: ${who}`,
  add: 'Add',
  addLabel: 'Add people and groups',
  insideAlready: (given: readonly string[]) => `${names.format(given)}: in it already.`,
  wouldContainItself: (inner: string, group: string) =>
    `${inner} has ${group} inside already: a group cannot lie in itself.`,
  added: (what: readonly string[], group: string) =>
    what.length > 3
      ? `${count(what.length, 'addition', 'additions')} to ${group}.`
      : `${names.format(what)} ${what.length === 1 ? 'is' : 'are'} in ${group} now.`,
  removed: (what: readonly string[], group: string) =>
    what.length > 3
      ? `${count(what.length, 'person is', 'people are')} no longer in ${group}.`
      : `${names.format(what)} ${what.length === 1 ? 'is' : 'are'} no longer in ${group}.`,
  undo: 'Undo',
  remove: 'Remove',
  removeFrom: (name: string, group: string) => `Remove ${name} from ${group}`,
  groupsInside: 'Groups in it',
  deactivated: 'deactivated',
  save: 'Save',
  deactivate: 'Deactivate the group',
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateMore:
    'It can no longer be mentioned, and nothing can be given to it. Its members stay known, and it can be brought back.',
  reactivate: 'Bring it back',
  broughtBack: (name: string) => `${name} is back.`,
  inUse: 'It is in use, so it cannot be deactivated yet:',
  usedByOrganization: (what: string) => `in the organization: ${what}`,
  usedByChannel: (channel: string, what: string) => `in #${channel}: ${what}`,
  usedByGroup: (group: string, what: string) => `in the group ${group}: ${what}`,
  usedInside: (groups: readonly string[]) => `it is inside ${names.format(groups)}`,
  hiddenChannel: 'a channel that you cannot see',
  made: 'Made',
  madeBy: (name: string) => `by ${name}`,
  whatItMay: 'What its people may do by it',
  itMayNothing: 'Nothing is given to this group.',
  locked: (who: string) => `Only who manages the group, or all groups, can change this: ${who}`,
  systemGroup: 'Who is in this group follows from the roles of people.',
  inOrganization: (label: string) => `In the organization: ${label}`,
  inChannel: (channel: string, label: string) => `In #${channel}: ${label}`,
  ofGroup: (group: string, label: string) => `Of the group ${group}: ${label}`,
  permissions: {
    can_mention_group: { label: 'Who may mention it', help: 'Everybody in it is told then.' },
    can_join_group: { label: 'Who may join', help: 'By themselves, without being asked.' },
    can_leave_group: { label: 'Who may leave', help: '' },
    can_add_members_group: { label: 'Who may add people', help: 'Beside who manages the group.' },
    can_remove_members_group: { label: 'Who may remove people', help: 'Beside who manages the group.' },
    can_manage_group: {
      label: 'Who manages the group',
      help: 'They change all that is on these pages, beside who manages all groups.',
    },
  } satisfies Record<GroupPermissionName, PermissionText> as Readonly<Record<GroupPermissionName, PermissionText>>,
}
export type GroupSettingsTexts = typeof enGroupSettings
