import type { Texts } from './en.ts'

export const de: Texts = {
  tooLate: 'Der Server lief zu der Zeit nicht.',
  failed: (to, time, why) => `Deine Nachricht ${to}, geplant für ${time}, konnte nicht gesendet werden: ${why}`,
  kept: 'Sie bleibt bei deinen geplanten Nachrichten; dort kannst du ihr eine neue Zeit geben oder sie löschen.',
  to: (place) => `an ${place}`,
  toChannel: 'an einen Kanal',
}
