import { names } from './de.ts'
import type { enPrograms } from './en-programs.ts'
import type { Translated } from './translated.ts'

export const dePrograms: Translated<typeof enPrograms> = {
  lead: 'Diese fragen Leute, ob sie für sie handeln dürfen. Was jemand erlaubt hat, steht in den eigenen Einstellungen unter Zugriffstoken.',
  list: 'Programme',
  none: 'Noch hat kein Programm gefragt.',
  add: 'Ein Programm bekannt machen',
  name: { label: 'Name', help: 'Leute sehen ihn, wenn das Programm sie fragt.' },
  addresses: {
    label: 'Wohin Leute zurückgeführt werden',
    help: 'Adressen des Programms, eine je Zeile: https, oder http auf 127.0.0.1. Es braucht die Client-ID, die du aus der Liste kopierst.',
  },
  copy: 'Client-ID kopieren',
  copyOf: (name) => `Client-ID kopieren: ${name}`,
  leadsTo: (places) => `führt zu ${names.format(places)}`,
  knownBy: { itself: 'hat sich selbst angemeldet', administrator: 'von einem Administrator bekannt gemacht' },
  byDocument: (host) => `bekannt durch ein Dokument bei ${host}`,
  since: (day) => `seit ${day}`,
  accounts: (number) =>
    number === 0
      ? 'niemand hat ihm Zugriff gegeben'
      : number === 1
        ? 'ein Konto hat ihm Zugriff gegeben'
        : `${number} Konten haben ihm Zugriff gegeben`,
  removeOf: (name) => `${name} entfernen?`,
  removeMore: 'Es hat sofort keinen Zugriff mehr, auf wen es auch einen hatte.',
  remove: 'Entfernen',
}
