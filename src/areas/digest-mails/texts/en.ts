import { listIn } from '#platform/languages'

const list = listIn('en')
const messages = (total: number): string => (total === 1 ? '1 message' : `${total} messages`)
const topics = (total: number): string => (total === 1 ? 'one topic' : `${total} topics`)

export const en = {
  subject: (organization: string): string => `What you have missed in ${organization}`,
  intro: (total: number, conversations: number, organization: string): string =>
    `You have not been in ${organization} for a while. There are ${messages(total)} in ${topics(conversations)} that you have not read.`,
  line: (place: string, total: number, names: readonly string[]): string =>
    `${place}: ${messages(total)}${names.length > 0 ? ` by ${list(names)}` : ''}`,
  reason: 'You get this mail because you were away and have not turned summaries off.',
  catchUp: 'Catch up',
  noMore: 'No more summaries',
}
export type Texts = typeof en
