import { count, digits, names } from './de.ts'
import type { enMembers } from './en-members.ts'
import type { Translated } from './translated.ts'

export const deMembers: Translated<typeof enMembers> = {
  choose: (name) => `${name} auswählen`,
  chooseAll: (n) => `Alle ${digits(n)} davon`,
  removeChosen: (n) => (n === 0 ? 'Ausgewählte entfernen' : `${count(n, 'Person', 'Personen')} entfernen`),
  fromElsewhere: 'Aus einem anderen Kanal oder einer Liste',
  fromChannel: 'Alle aus dem Kanal',
  chooseChannel: 'Kanal wählen',
  addMembersOf: 'Auf die Liste setzen',
  pasted: 'Adressen oder Namen',
  pastedHint: 'Eine je Zeile oder mit Kommas dazwischen.',
  lookUp: 'Nachschlagen',
  foundOf: (n) => `${count(n, 'Person', 'Personen')} gefunden und auf die Liste gesetzt.`,
  notFound: (who) => `Nicht gefunden: ${names.format(who)}.`,
  severalOf: (who) => `Mehrere Personen heißen ${names.format(who)}: Wähle sie oben nach Namen.`,
  alreadyIn: (n) => `${count(n, 'ist', 'sind')} schon im Kanal.`,
}
