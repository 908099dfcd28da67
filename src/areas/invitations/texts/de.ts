import { dateIn } from '#platform/languages'
import type { Texts } from './en.ts'

const date = dateIn('de')

export const de: Texts = {
  hello: 'Hallo,',
  somebody: 'jemand',
  subject: (inviter, organization) => `${inviter} lädt dich zu ${organization} ein`,
  reminderSubject: (inviter, organization) => `Erinnerung: ${inviter} lädt dich zu ${organization} ein`,
  reminder: 'vor einigen Tagen wurdest du eingeladen und bist noch nicht beigetreten.',
  text: (inviter, organization) =>
    `${inviter} lädt dich zu ${organization} ein, wo ein Team in Kanälen und Themen miteinander spricht.`,
  join: (organization) => `${organization} beitreten`,
  yours: 'Wer diesen Link öffnet, kann an deiner Stelle beitreten: Gib ihn nicht weiter.',
  yoursUntil: (end) =>
    `Der Link gilt bis ${date(end)}. Wer ihn öffnet, kann an deiner Stelle beitreten: Gib ihn nicht weiter.`,
  nothing: 'Wenn du nicht weißt, worum es geht, brauchst du nichts zu tun.',
}
