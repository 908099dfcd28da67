import type { SystemGroupName } from '../../src/areas/organization/system-group-rules.ts'
import { count, names } from './de.ts'
import type { enPermissions } from './en-permissions.ts'
import type { Translated } from './translated.ts'

const crowd = (people: number, bots: number) =>
  bots === 0
    ? count(people, 'Person', 'Personen')
    : people === 0
      ? count(bots, 'Bot', 'Bots')
      : `${count(people, 'Person', 'Personen')} und ${count(bots, 'Bot', 'Bots')}`
const inEach = (groups: readonly string[]) =>
  groups.join(' (enthalten in ') + ')'.repeat(Math.max(0, groups.length - 1))
const roleNames: Readonly<Record<SystemGroupName, string>> = {
  'role:internet': 'irgendjemand',
  'role:everyone': 'Gast',
  'role:members': 'Mitglied',
  'role:fullmembers': 'volles Mitglied',
  'role:moderators': 'Moderator',
  'role:administrators': 'Administrator',
  'role:owners': 'Inhaber',
  'role:nobody': 'niemand',
}
const begun = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const are = (isOwn: boolean) => (isOwn ? 'du bist' : 'ist')

// reasons stand behind a colon, and speak of the person or the group that the sentence begins with
export const dePermissions: Translated<typeof enPermissions> = {
  systemGroups: {
    'role:internet': 'Alle im Internet',
    'role:everyone': 'Alle',
    'role:members': 'Mitglieder',
    'role:fullmembers': 'Volle Mitglieder',
    'role:moderators': 'Moderatoren',
    'role:administrators': 'Administratoren',
    'role:owners': 'Inhaber',
    'role:nobody': 'Niemand',
  },
  systemGroupDetails: {
    'role:internet': 'auch ohne Konto',
    'role:everyone': 'auch Gäste',
    'role:members': 'alle außer Gästen',
    'role:fullmembers': 'die lange genug hier sind',
    'role:moderators': 'auch Administratoren und Inhaber',
    'role:administrators': 'auch Inhaber',
    'role:owners': '',
    'role:nobody': '',
  },
  systemCrowd: (name, people) => {
    switch (name) {
      case 'role:internet':
        return 'alle im Internet'
      case 'role:everyone':
        return `alle hier, auch Gäste (${people})`
      case 'role:members':
        return `alle außer Gästen (${people})`
      case 'role:fullmembers':
        return `wer lange genug Mitglied ist, dazu Moderatoren und höhere Rollen (${people})`
      case 'role:moderators':
        return `Moderatoren, Administratoren und Inhaber (${people})`
      case 'role:administrators':
        return `Administratoren und Inhaber (${people})`
      case 'role:owners':
        return `Inhaber (${people})`
      case 'role:nobody':
        return 'niemand'
    }
  },
  crowd,
  groupCrowd: (name, people, bots) =>
    people + bots === 0 ? `noch niemand aus ${name}` : `${name} (${crowd(people, bots)})`,
  morePeople: (n) => count(n, 'weitere Person', 'weitere Personen'),
  nobodySentence: 'Niemand.',
  sentence: (parts) => `${begun(names.format(parts))}.`,
  unknownGroup: 'eine Gruppe, die es nicht mehr gibt',
  unknownPerson: 'jemand, den du nicht sehen kannst',
  youToo: 'Du gehörst dazu.',
  namePersonOrGroup: 'Ein Name, eine Rolle oder eine Gruppe',
  withoutOne: (name) => `Ohne ${name}`,
  you: 'du',
  bot: 'Bot',
  andMore: (n) => `und ${count(n, 'weitere', 'weitere')}`,
  options: (label) => `${label}: wer es sein könnte`,
  save: 'Speichern',
  discard: 'Verwerfen',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert',
  somebodyNeeded: 'Nenne jemanden: Das darf nicht niemandem überlassen bleiben.',
  changedMeanwhile: 'Jemand hat das inzwischen geändert. Jetzt gilt:',
  saveAllTheSame: 'Meins trotzdem speichern',
  takeTheirs: 'Das andere behalten',
  whoExactly: 'Wer genau?',
  whoTitle: (label) => label,
  isNamed: (isOwn) => `${are(isOwn)} genannt`,
  isInGroups: (isOwn, groups) => `${are(isOwn)} in ${inEach(groups)}`,
  hasRole: (isOwn, role, groups) =>
    `${are(isOwn)} ${roleNames[role]}${groups.length > 0 ? ` und damit in ${inEach(groups)}` : ''}`,
  everywhere: ' (in der ganzen Organisation)',
  reasons: {
    administrator: (isOwn) => (isOwn ? 'du verwaltest die Organisation' : 'verwaltet die Organisation'),
    inside: (isOwn) => `${are(isOwn)} im Kanal`,
    public: () => 'der Kanal ist öffentlich',
    webPublic: () => 'der Kanal ist für das Web offen',
  },
  obstacles: {
    archived: () => 'der Kanal ist archiviert',
    guest: (isOwn) => `${are(isOwn)} Gast`,
    guestOutside: (isOwn) => `${are(isOwn)} Gast und nicht darin`,
    closed: (isOwn) => `der Kanal ist privat, und ${isOwn ? 'du bist' : 'die Person ist'} nicht darin`,
    protectedHistory: (isOwn) =>
      `${isOwn ? 'du bist' : 'die Person ist'} nicht im Kanal, und den Verlauf sehen nur seine Mitglieder`,
    systemGroup: () => 'wer in dieser Gruppe ist, folgt aus den Rollen der Personen',
  },
  obstaclesOfGroups: {
    archived: () => 'der Kanal ist archiviert',
    guest: () => 'Gäste sind darunter',
    guestOutside: () => 'Gäste, die nicht im Kanal sind, sind darunter',
    closed: () => 'der Kanal ist privat, und nicht alle davon sind darin',
    protectedHistory: () => 'nicht alle davon sind im Kanal, und den Verlauf sehen nur seine Mitglieder',
    systemGroup: () => 'wer in dieser Gruppe ist, folgt aus den Rollen der Personen',
  },
  isNotAmong: (isOwn) => (isOwn ? 'du gehörst nicht zu denen, die es dürfen' : 'gehört nicht zu denen, die es dürfen'),
  youBegun: 'Du',
  may: (name, deed, because) =>
    `${name} ${name === 'Du' ? 'darfst' : 'darf'} ${deed}${because.length > 0 ? `: ${names.format(because)}` : ''}.`,
  mayNot: (name, deed, because) => `${name} ${name === 'Du' ? 'darfst' : 'darf'} nicht ${deed}: ${because}.`,
  notAllMay: (name, deed, because) => `Nicht alle in ${name} dürfen ${deed}: ${because}.`,
  groupIsNotAmong: 'die Gruppe gehört nicht zu denen, die es dürfen',
  throughGroups: (groups) => `durch ${inEach(groups)}`,
  inChannel: {
    read: 'diesen Kanal lesen',
    join: 'ihm beitreten',
    post: 'hier schreiben',
    startTopics: 'hier Themen beginnen',
    addPeople: 'Personen hinzufügen',
    removePeople: 'Personen entfernen',
    moveWithin: 'Nachrichten hier in ein anderes Thema verschieben',
    moveOut: 'Nachrichten in einen anderen Kanal verschieben',
    resolve: 'Themen als erledigt markieren',
    deleteAny: 'hier jede Nachricht löschen',
    deleteOwn: 'hier eigene Nachrichten löschen',
    administer: 'diesen Kanal verwalten',
  },
  ofGroup: {
    mention: 'diese Gruppe erwähnen',
    join: 'ihr beitreten',
    leave: 'sie verlassen',
    addMembers: 'Personen zu ihr hinzufügen',
    removeMembers: 'Personen aus ihr entfernen',
    manage: 'sie verwalten',
  },
  whoMay: 'Was darf jemand?',
  nameSomebody: 'Name einer Person oder einer Gruppe',
  forSomebodyElse: 'Jemand anderes oder eine Gruppe',
  verdictsOf: (name) => `Was ${name} darf`,
  nobodyAtAll: 'Niemand hat diese Berechtigung.',
  refused: (reason) => `Nicht gespeichert: ${reason}`,
  noServer: 'Der Server ist nicht erreichbar.',
}
