import { listIn, pluralIn } from '#platform/languages'

const count = pluralIn('en')
const list = listIn('en')

const messages = (total: number) => count(total, { one: '# message', other: '# messages' })

/** Emails about messages and new sign-ins, and the pages for unsubscribing. */
export const en = {
  somebody: 'Someone',
  /** Names, and how many others there are. */
  listed: (names: readonly string[], others: number) => list(others > 0 ? [...names, `${others} others`] : names),
  direct: (people: string) => `Direct messages with ${people}`,
  inPlace: (senders: string, place: string) => `${senders} in ${place}`,
  via: (sender: string, organization: string) => `${sender} via ${organization}`,
  newMessages: (total: number) => count(total, { one: 'New message', other: 'New messages' }),
  thereAre: (total: number, organization: string) =>
    `${count(total, { one: 'You have a new message', other: 'You have # new messages' })} in ${organization}.`,
  more: (total: number) => `And ${total} more.`,
  readsNoMail: 'Replies to this email aren’t read. Open the conversation to reply.',
  readsAnswers: 'Reply to this email to post a message in the conversation.',
  openIn: (organization: string) => `Open in ${organization}`,
  noMore: 'Unsubscribe from message emails',
  hiddenPart: 'This part is hidden until you open the message.',
  reasons: {
    group: (name: string) => `You’re receiving this because @${name} was mentioned.`,
    mentioned: 'You’re receiving this because you were mentioned.',
    direct: 'You’re receiving this because someone sent you a direct message.',
    topicWildcard: 'You’re receiving this because everyone in the topic was mentioned.',
    channelWildcard: 'You’re receiving this because everyone in the channel was mentioned.',
    followed: 'You’re receiving this because you follow the topic.',
    channel: 'You’re receiving this because email notifications are on for the channel.',
    hiddenByChoice: 'Message content is hidden, as you chose in your settings.',
    hiddenByRule: (organization: string) =>
      `Message content is hidden because ${organization} doesn’t allow it in email.`,
    quiet: 'You’re receiving this because your notifications were paused or silenced by your Do not disturb schedule.',
  },
  quiet: {
    intro: (total: number, conversations: number) =>
      `While your notifications were paused, you received ${total} messages in ${conversations} conversations.`,
    title: (total: number) => `While you were away: ${total} messages`,
    line: (place: string, total: number, senders: string) => `${place}: ${messages(total)} by ${senders}`,
  },
  signIn: {
    subject: (organization: string) => `New sign-in to ${organization}`,
    hello: (name: string) => `Hello ${name},`,
    text: (organization: string) => `there was a new sign-in to your account in ${organization}:`,
    when: (time: string) => `When: ${time}`,
    from: (address: string) => `From: ${address}`,
    with: (program: string) => `App: ${program}`,
    as: (email: string) => `Account: ${email}`,
    unknownProgram: 'unknown app',
    ifYou: 'If this was you, you don’t need to do anything.',
    ifNot: 'If not, change your password and regenerate your API key. The old ones will stop working.',
    ending: 'You can turn off these emails in your notification settings.',
  },
  kinds: {
    messages: {
      title: 'Emails about messages',
      sends: (organization: string) =>
        `${organization} emails you about messages you’ve missed. You can turn this back on in your settings.`,
      stopped: (organization: string) => `${organization} will no longer email you about messages.`,
    },
    digest: {
      title: 'Weekly digest',
      sends: (organization: string) =>
        `${organization} emails you a digest of what you missed while you were away. You can turn this back on in your settings.`,
      stopped: (organization: string) => `${organization} will no longer email you digests.`,
    },
    'sign-in': {
      title: 'Emails about sign-ins',
      sends: (organization: string) =>
        `${organization} emails you when there’s a new sign-in to your account. You can turn this back on in your settings.`,
      stopped: (organization: string) => `${organization} will no longer email you about sign-ins.`,
    },
  },
  noMoreSignIns: 'Unsubscribe from sign-in emails',
  pages: {
    wrongLink: 'This link doesn’t work',
    notOurs: 'It may be incomplete. You can also turn off emails in your notification settings.',
    stop: 'Unsubscribe',
    done: 'Done',
  },
}

export type Texts = typeof en
