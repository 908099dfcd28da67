import { count } from './de.ts'
import type { enPeople } from './en-people.ts'
import type { Translated } from './translated.ts'

export const dePeople: Translated<typeof enPeople> = {
  filter: 'Personen filtern',
  found: (n) => count(n, 'Person', 'Personen'),
  nobody: 'Niemand heißt so.',
  sections: { conversation: 'In dieser Unterhaltung', channel: 'In diesem Kanal', others: 'Alle anderen' },
  localTime: 'Ortszeit',
  setStatus: 'Status setzen …',
  status: 'Was du gerade machst',
  statusIs: (text) => `Was du gerade machst: ${text}. Ändern`,
  chooseEmoji: 'Emoji wählen',
  withoutEmoji: 'Ohne das Emoji',
  statusText: 'In wenigen Worten',
  until: 'Bis',
  untilCleared: 'ich es lösche',
  inAnHour: 'in einer Stunde',
  inFourHours: 'in vier Stunden',
  endOfDay: 'zum Ende des Tages',
  endOfWeek: 'zum Ende der Woche',
  save: 'Speichern',
  clear: 'Löschen',
  usual: 'Oft gesagt',
  presets: [
    ['Beschäftigt', 'working_on_it', '1f6e0'],
    ['In einer Besprechung', 'calendar', '1f4c5'],
    ['Unterwegs', 'bus', '1f68c'],
    ['Krank', 'hurt', '1f915'],
    ['Im Urlaub', 'palm_tree', '1f334'],
    ['Arbeite zu Hause', 'house', '1f3e0'],
    ['Im Büro', 'office', '1f3e2'],
  ],
}
