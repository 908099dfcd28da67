import type { Texts } from './en.ts'

export const de: Texts = {
  asks: (agent, person) => `Der Agent ${agent}, der für ${person} handelt, möchte dies tun:`,
  reasons: {
    announcements: 'Es wartet, weil es in einem Kanal für Ankündigungen stünde.',
    wide_mentions: 'Es wartet, weil es viele Leute riefe.',
    others_messages: 'Es wartet, weil es um Nachrichten anderer geht.',
    administration: 'Es wartet, weil es die Verwaltung der Organisation betrifft.',
  },
  how: (until) =>
    `Reagiere mit :check:, um zuzustimmen, oder mit :cross_mark:, um abzulehnen; oder entscheide in den ` +
    `Einstellungen unter „Agenten“. Es wartet bis ${until}.`,
}
