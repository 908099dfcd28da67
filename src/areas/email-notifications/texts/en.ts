import { listIn, pluralIn } from '#platform/languages'

const count = pluralIn('en')
const list = listIn('en')

const messages = (total: number) => count(total, { one: '# message', other: '# messages' })

/** What mails about messages and about new sign-ins say, and the pages that end them. */
export const en = {
  somebody: 'Somebody',
  /** Names, and how many others there are. */
  listed: (names: readonly string[], others: number) => list(others > 0 ? [...names, `${others} others`] : names),
  direct: (people: string) => `Direct messages with ${people}`,
  inPlace: (senders: string, place: string) => `${senders} in ${place}`,
  via: (sender: string, organization: string) => `${sender} via ${organization}`,
  newMessages: (total: number) => count(total, { one: 'New message', other: 'New messages' }),
  thereAre: (total: number, organization: string) =>
    `${count(total, { one: 'There is a new message', other: 'There are # new messages' })} for you in ${organization}.`,
  more: (total: number) => `And ${total} more.`,
  readsNoMail: 'This address reads no mail: answer where the messages are.',
  readsAnswers: 'Answer this mail, and your answer is posted there in your name.',
  openIn: (organization: string) => `Open in ${organization}`,
  noMore: 'No more mail about messages',
  hiddenPart: 'This part is hidden until you open the message.',
  reasons: {
    group: (name: string) => `You get this mail because @${name} was mentioned.`,
    mentioned: 'You get this mail because you were mentioned.',
    direct: 'You get this mail because somebody wrote to you.',
    topicWildcard: 'You get this mail because everybody in the topic was mentioned.',
    channelWildcard: 'You get this mail because everybody in the channel was mentioned.',
    followed: 'You get this mail because you follow the topic.',
    channel: 'You get this mail because you have chosen mail for the channel.',
    hiddenByChoice: 'It does not say what they are, as you have chosen.',
    hiddenByRule: (organization: string) =>
      `It does not say what they are, because ${organization} keeps messages out of mail.`,
    quiet: 'You get this mail because notifications were paused, or because of your quiet hours.',
  },
  quiet: {
    intro: (total: number, conversations: number) =>
      `While it was quiet, there were ${total} messages for you in ${conversations} conversations.`,
    title: (total: number) => `While it was quiet: ${total} messages`,
    line: (place: string, total: number, senders: string) => `${place}: ${messages(total)} by ${senders}`,
  },
  signIn: {
    subject: (organization: string) => `New sign-in to ${organization}`,
    hello: (name: string) => `Hello ${name},`,
    text: (organization: string) => `somebody has just signed in to your account in ${organization}:`,
    when: (time: string) => `When: ${time}`,
    from: (address: string) => `From: ${address}`,
    with: (program: string) => `With: ${program}`,
    as: (email: string) => `As: ${email}`,
    unknownProgram: 'a program that does not say which',
    ifYou: 'If that was you, all is well.',
    ifNot: 'If not, choose another password and have a new API key made: the old ones open nothing from then on.',
    ending: 'Your notification settings can end these mails.',
  },
  kinds: {
    messages: {
      title: 'Mail about messages',
      sends: (organization: string) =>
        `${organization} sends you mail about messages that you have missed. You can turn it on again in your settings.`,
      stopped: (organization: string) => `${organization} sends you no more mail about messages.`,
    },
    digest: {
      title: 'Summaries by mail',
      sends: (organization: string) =>
        `${organization} sends you mail that sums up what you have missed while you were away. You can turn it on again in your settings.`,
      stopped: (organization: string) => `${organization} sends you no more summaries.`,
    },
    'sign-in': {
      title: 'Mail about sign-ins',
      sends: (organization: string) =>
        `${organization} sends you mail when somebody signs in to your account. You can turn it on again in your settings.`,
      stopped: (organization: string) => `${organization} sends you no more mail about sign-ins.`,
    },
  },
  noMoreSignIns: 'No more mail about sign-ins',
  pages: {
    wrongLink: 'This link does not work',
    notOurs: 'It is not complete, or not from here. Your settings end mail, too.',
    stop: 'Send me no more of it',
    done: 'Done',
  },
}

export type Texts = typeof en
