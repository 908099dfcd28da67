import { count, names } from './de.ts'
import type { enGroupSettings } from './en-group-settings.ts'
import type { Translated } from './translated.ts'

export const deGroupSettings: Translated<typeof enGroupSettings> = {
  tabs: { members: 'Mitglieder', general: 'Über', permissions: 'Berechtigungen' },
  name: 'Name',
  nameNeeded: 'Sie braucht einen Namen.',
  nameTaken: (name) => `Es gibt schon eine Gruppe namens ${name}.`,
  description: 'Wofür sie da ist',
  noDescription: 'Noch niemand hat gesagt, wofür sie da ist.',
  members: 'Wer darin ist',
  membersMore: 'Personen und Gruppen: Wer in einer Gruppe darin ist, ist auch in dieser, solange das so bleibt.',
  create: 'Gruppe anlegen',
  mayNotCreate: (who) => `Du hast nicht die Berechtigung, Gruppen anzulegen. Wer sie hat: ${who}`,
  add: 'Hinzufügen',
  addLabel: 'Personen und Gruppen hinzufügen',
  insideAlready: (given) => `${names.format(given)}: schon darin.`,
  wouldContainItself: (inner, group) =>
    `${inner} enthält ${group} schon: Eine Gruppe kann nicht in sich selbst liegen.`,
  added: (what, group) =>
    what.length > 3
      ? `${count(what.length, 'Neuzugang', 'Neuzugänge')} in ${group}.`
      : `${names.format(what)} ${what.length === 1 ? 'ist' : 'sind'} jetzt in ${group}.`,
  removed: (what, group) =>
    what.length > 3
      ? `${count(what.length, 'Person ist', 'Personen sind')} nicht mehr in ${group}.`
      : `${names.format(what)} ${what.length === 1 ? 'ist' : 'sind'} nicht mehr in ${group}.`,
  undo: 'Rückgängig',
  remove: 'Entfernen',
  removeFrom: (name, group) => `${name} aus ${group} entfernen`,
  groupsInside: 'Gruppen darin',
  deactivated: 'deaktiviert',
  save: 'Speichern',
  deactivate: 'Gruppe deaktivieren',
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateMore:
    'Sie kann nicht mehr erwähnt werden, und ihr kann nichts mehr gegeben werden. Ihre Mitglieder bleiben bekannt, und sie kann zurückgeholt werden.',
  reactivate: 'Zurückholen',
  broughtBack: (name) => `${name} ist wieder da.`,
  inUse: 'Sie wird verwendet und kann deshalb noch nicht deaktiviert werden:',
  usedByOrganization: (what) => `in der Organisation: ${what}`,
  usedByChannel: (channel, what) => `in #${channel}: ${what}`,
  usedByGroup: (group, what) => `in der Gruppe ${group}: ${what}`,
  usedInside: (groups) => `sie liegt in ${names.format(groups)}`,
  hiddenChannel: 'ein Kanal, den du nicht sehen kannst',
  made: 'Angelegt',
  madeBy: (name) => `von ${name}`,
  whatItMay: 'Was ihre Mitglieder durch sie dürfen',
  itMayNothing: 'Dieser Gruppe ist nichts gegeben.',
  locked: (who) => `Nur wer die Gruppe oder alle Gruppen verwaltet, kann das ändern: ${who}`,
  systemGroup: 'Wer in dieser Gruppe ist, folgt aus den Rollen der Personen.',
  inOrganization: (label) => `In der Organisation: ${label}`,
  inChannel: (channel, label) => `In #${channel}: ${label}`,
  ofGroup: (group, label) => `Der Gruppe ${group}: ${label}`,
  permissions: {
    can_mention_group: { label: 'Wer sie erwähnen darf', help: 'Alle darin erfahren es dann.' },
    can_join_group: { label: 'Wer beitreten darf', help: 'Von selbst, ohne gefragt zu werden.' },
    can_leave_group: { label: 'Wer austreten darf', help: '' },
    can_add_members_group: {
      label: 'Wer Personen hinzufügen darf',
      help: 'Neben denen, die die Gruppe verwalten.',
    },
    can_remove_members_group: {
      label: 'Wer Personen entfernen darf',
      help: 'Neben denen, die die Gruppe verwalten.',
    },
    can_manage_group: {
      label: 'Wer die Gruppe verwaltet',
      help: 'Diese Personen ändern alles, was auf diesen Seiten steht, neben denen, die alle Gruppen verwalten.',
    },
  },
}
