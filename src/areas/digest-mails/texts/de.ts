import { listIn } from '#platform/languages'
import type { Texts } from './en.ts'

const list = listIn('de')
const messages = (total: number): string => (total === 1 ? '1 Nachricht' : `${total} Nachrichten`)
const topics = (total: number): string => (total === 1 ? 'einem Thema' : `${total} Themen`)

export const de: Texts = {
  subject: (organization) => `Was du in ${organization} verpasst hast`,
  intro: (total, conversations, organization) =>
    `Du warst eine Weile nicht in ${organization}. In ${topics(conversations)} hast du ${messages(total)} nicht gelesen.`,
  line: (place, total, names) => `${place}: ${messages(total)}${names.length > 0 ? ` von ${list(names)}` : ''}`,
  reason: 'Du bekommst diese Mail, weil du nicht hier warst und Zusammenfassungen nicht abgeschaltet hast.',
  catchUp: 'Nachlesen',
  noMore: 'Keine Zusammenfassungen mehr',
}
