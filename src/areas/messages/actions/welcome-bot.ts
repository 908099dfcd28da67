import type { Act } from '#platform/organization'
import { peopleMirror } from '../../users/mirror.ts'
import { sendAsBot } from './notices.ts'
import type { Sent } from './send.ts'

/** What the welcome bot knows something about, by the words that ask for it. */
const answers: [words: RegExp, answer: string][] = [
  [
    /\btopics?\b/i,
    'Every message in a channel has a *topic*, like the subject of a mail. Begin a new one for each new subject: ' +
      'whoever comes back later can read one conversation at a time, and leave out the others.',
  ],
  [
    /\b(channels?|streams?)\b/i,
    'A *channel* decides who receives a message. Public channels can be found and joined by everybody; what is in a ' +
      'private one is for those who were let in.',
  ],
  [
    /\b(mentions?|notif\w+)\b/i,
    'Write `@**` and a name to call somebody, or `@**topic**` to call everybody in the conversation. In your settings ' +
      'you choose what you are notified of, on which devices and by mail; topics can be followed and muted.',
  ],
  [
    /\b(apps?|mobile|desktop|terminal)\b/i,
    'There are apps for phones, desktops and terminals: sign in with the address of this organization. Scripts and ' +
      'bots use the same interface, which is described at `/docs/`.',
  ],
  [
    /\b(format\w*|markdown|code|emoji)\b/i,
    'Messages are written in Markdown: `**bold**`, `*italic*`, `` `code` ``, three backticks around a block of code, ' +
      '`> quotes`, `* lists`, `$$formulas$$` and `:emoji:`.',
  ],
  [/\b(profile|picture|avatar|name)\b/i, 'Your name, picture, status and time zone are part of your profile.'],
]

const others =
  'Ask me about **topics**, **channels**, **notifications**, **formatting**, **apps** or your **profile**. ' +
  'I am a program and understand no more than these words; for everything else ask the people here.'

/** Answers whoever writes to the welcome bot alone; bots are not answered, so that no two of them go on for ever. */
export async function answerAsWelcomeBot(act: Act, { outgoing }: Sent): Promise<void> {
  const { sender, recipient, content } = outgoing
  if (recipient.kind !== 'direct' || sender.botType !== null || recipient.people.length !== 2) return
  const bot = act.get(peopleMirror).systemBot('welcome-bot')
  if (!recipient.people.some(({ id }) => id === bot.id)) return
  const fitting = answers.flatMap(([words, answer]) => (words.test(content) ? [answer] : []))
  const text = fitting.length > 0 ? fitting.slice(0, 2).join('\n\n') : others
  await sendAsBot(act, 'welcome-bot', { kind: 'direct', people: [sender] }, '', text)
}
