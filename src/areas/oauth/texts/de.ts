import type { Texts } from './en.ts'

export const de: Texts = {
  title: (organization) => `Zugriff auf ${organization}`,
  asks: (program) => `Das Programm „${program}“ möchte für dich handeln.`,
  selfNamed:
    'Diesen Namen hat es sich selbst gegeben, niemand hat ihn geprüft. Mach nur weiter, wenn du es gerade selbst gestartet hast.',
  vouched: (host) => `Es ist unter einer Adresse von ${host} bekannt.`,
  account: 'Dein Konto',
  other: 'Abmelden',
  leads: 'Danach geht es weiter zu',
  ownComputer: (place) => `einem Programm auf diesem Rechner (${place})`,
  may: 'Es darf',
  scopes: {
    read: ['Lesen', 'Alles, was du siehst.'],
    write: ['Schreiben', 'Nachrichten, Reaktionen, Erinnerungen, deine Einstellungen.'],
    answer: [
      'Bots antworten',
      'In deinem Namen Knöpfe drücken und Formulare unter Nachrichten von Bots ausfüllen; zusammen mit Schreiben.',
    ],
    channels: ['Kanäle', 'Kanäle anlegen und ändern, und wer darin ist.'],
    admin: ['Verwalten', 'Was nur Administratoren dürfen, soweit du einer bist.'],
  },
  onlySome: 'Nur in einigen Kanälen',
  onlySomeHint:
    'Ohne Auswahl darf es in allen und in Direktnachrichten. Mit Auswahl: nur dort, ohne Direktnachrichten.',
  until: 'Bis',
  expiries: { 7: 'In 7 Tagen', 30: 'In 30 Tagen', 90: 'In 90 Tagen', 365: 'In einem Jahr', 0: 'Ich es widerrufe' },
  name: 'Sein Name hier',
  nameHint:
    'Er steht an allem, was das Programm für dich schreibt und tut. Widerrufen kannst du es in den Einstellungen unter Zugriffstoken.',
  password: 'Dein Passwort',
  passwordHint: 'Damit sicher ist, dass du es bist.',
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  notGiven: 'Kein Zugriff gegeben',
  refused: (program) => `Das Programm „${program}“ hat um etwas gebeten, was es hier nicht gibt.`,
  backTo: (place) => `Zurück zu ${place}`,
  noScope: 'Wähle, was es darf, oder erlaube es nicht.',
  badChannels: (most) => `Wähle höchstens ${most} Kanäle, in denen du selbst bist.`,
  badName: 'Wähle einen Namen mit 1 bis 60 Zeichen, und wann es endet.',
  badPassword: 'Das ist nicht dein Passwort.',
  full: 'Es gibt hier schon zu viele Programme. Frag einen Administrator.',
}
