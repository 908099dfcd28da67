import type { GroupPermissionName } from '../../src/areas/organization/permission-settings.ts'
import { count, names } from './en.ts'

interface PermissionText {
  readonly label: string
  readonly help: string
}

/** Texts of group pages. Loaded with them. */
export const enGroupSettings = {
  tabs: { members: 'Members', general: 'About', permissions: 'Permissions' },
  name: 'Name',
  nameNeeded: 'Enter a name.',
  nameTaken: (name: string) => `A group named ${name} already exists.`,
  description: 'Description',
  noDescription: 'No description yet.',
  members: 'Members',
  membersMore: 'Add people or groups. Members of an added group are also members of this group.',
  create: 'Create group',
  mayNotCreate: (who: string) => `You don’t have permission to create groups. People who do: ${who}`,
  add: 'Add',
  addLabel: 'Add people and groups',
  insideAlready: (given: readonly string[]) => `Already added: ${names.format(given)}.`,
  wouldContainItself: (inner: string, group: string) =>
    `${inner} already contains ${group}. A group can’t contain itself.`,
  added: (what: readonly string[], group: string) =>
    what.length > 3
      ? `Added ${count(what.length, 'member', 'members')} to ${group}.`
      : `Added ${names.format(what)} to ${group}.`,
  removed: (what: readonly string[], group: string) =>
    what.length > 3
      ? `Removed ${count(what.length, 'member', 'members')} from ${group}.`
      : `Removed ${names.format(what)} from ${group}.`,
  undo: 'Undo',
  remove: 'Remove',
  removeFrom: (name: string, group: string) => `Remove ${name} from ${group}`,
  groupsInside: 'Groups in this group',
  deactivated: 'deactivated',
  save: 'Save',
  deactivate: 'Deactivate group',
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateMore:
    'It can’t be mentioned or given permissions anymore. Its members are kept, and you can reactivate it later.',
  reactivate: 'Reactivate group',
  broughtBack: (name: string) => `${name} was reactivated.`,
  inUse: 'You can’t deactivate this group while it’s used here:',
  usedByOrganization: (what: string) => `in the organization: ${what}`,
  usedByChannel: (channel: string, what: string) => `in #${channel}: ${what}`,
  usedByGroup: (group: string, what: string) => `in the group ${group}: ${what}`,
  usedInside: (groups: readonly string[]) => `as a subgroup of ${names.format(groups)}`,
  hiddenChannel: 'a channel you can’t see',
  made: 'Created',
  madeBy: (name: string) => `by ${name}`,
  whatItMay: 'Permissions of this group',
  itMayNothing: 'This group has no permissions.',
  locked: (who: string) => `Only people who can manage this group can change this: ${who}`,
  systemGroup: 'Membership in this group is based on user roles.',
  inOrganization: (label: string) => `Organization: ${label}`,
  inChannel: (channel: string, label: string) => `#${channel}: ${label}`,
  ofGroup: (group: string, label: string) => `Group ${group}: ${label}`,
  permissions: {
    can_mention_group: { label: 'Who can mention this group', help: 'A mention notifies all of its members.' },
    can_join_group: { label: 'Who can join', help: 'They can join without being added by someone else.' },
    can_leave_group: { label: 'Who can leave', help: '' },
    can_add_members_group: { label: 'Who can add people', help: 'Also includes people who can manage this group.' },
    can_remove_members_group: {
      label: 'Who can remove people',
      help: 'Also includes people who can manage this group.',
    },
    can_manage_group: {
      label: 'Who can manage this group',
      help: 'They can change all settings of this group, as can people who can manage all groups.',
    },
  } satisfies Record<GroupPermissionName, PermissionText> as Readonly<Record<GroupPermissionName, PermissionText>>,
}
export type GroupSettingsTexts = typeof enGroupSettings
