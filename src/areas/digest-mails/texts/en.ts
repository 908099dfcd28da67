import { listIn } from '#platform/languages'

const list = listIn('en')
const messages = (total: number): string => (total === 1 ? '1 message' : `${total} messages`)
const topics = (total: number): string => (total === 1 ? 'one topic' : `${total} topics`)

export const en = {
  subject: (organization: string): string => `What you missed in ${organization}`,
  intro: (total: number, conversations: number, organization: string): string =>
    `You haven’t visited ${organization} for a while. You have ${messages(total)} to read in ${topics(conversations)}.`,
  line: (place: string, total: number, names: readonly string[]): string =>
    `${place}: ${messages(total)}${names.length > 0 ? ` by ${list(names)}` : ''}`,
  reason: 'You’re receiving this because you were away and digests are on in your settings.',
  catchUp: 'Catch up',
  noMore: 'Unsubscribe from digests',
}
export type Texts = typeof en
