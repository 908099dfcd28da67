import type { UserId } from '#contract'
import { type Found, helpHref, loadHelp } from '#platform/help'
import type { Mutation } from '#platform/organization'
import { type Policy, policies } from '../../channels/user-topics/api.ts'
import { type Account, languageOfAccount } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { sendAsBot } from '../messages/actions/notices.ts'
import type { Sent } from '../messages/actions/send.ts'
import { tourCache } from './cache.ts'
import { tourChanged } from './states.ts'
import * as store from './store.ts'
import { type Texts, textsIn } from './texts.ts'
import { endedText, type Step, stepAfter, textAfter, tourCommand } from './tour-step.ts'

/** Maximum answers to one user per minute. */
const maxAnswers = 10

const botOf = (mutation: Mutation): Account => mutation.get(peopleCache).systemBot('welcome-bot')

/** Starts the tour for new users, with the step that the welcome message asks for. */
export async function beginTour(mutation: Mutation, account: Account): Promise<void> {
  if (account.botType === null) await setStep(mutation, account.id, 'reply')
}

async function setStep(mutation: Mutation, userId: UserId, step: Step | undefined): Promise<void> {
  if (step) await store.set(mutation.tx, mutation.org.id, userId, step)
  else await store.remove(mutation.tx, userId)
  mutation.emit(tourChanged, { user_id: userId }, [])
}

const textsFor = (person: Account): Texts => textsIn(languageOfAccount(person))

const say = (mutation: Mutation, person: Account, text: string) =>
  sendAsBot(mutation, 'welcome-bot', { kind: 'direct', people: [person] }, '', text)

async function goOn(
  mutation: Mutation,
  person: Account,
  step: Step,
  { isDone = true, before = '' } = {},
): Promise<void> {
  await setStep(mutation, person.id, stepAfter(step))
  await say(mutation, person, before + textAfter(textsFor(person), step, isDone))
}

/** A message may be for the bot, or complete the sender's current step. */
export async function handleMessage(mutation: Mutation, { id, outgoing, conversationId }: Sent): Promise<void> {
  const { sender, recipient, topic, content } = outgoing
  // avoid endless loops between bots
  if (sender.botType !== null) return
  if (recipient.kind === 'channel') {
    if (mutation.get(tourCache).get(sender.id) !== 'topic' || topic === '') return
    if (await store.isFirstOfTopic(mutation.tx, { conversationId, topic, id })) await goOn(mutation, sender, 'topic')
    return
  }
  const bot = botOf(mutation)
  if (recipient.people.length !== 2 || !recipient.people.some((one) => one.id === bot.id)) return
  const earlier = await store.sentBefore(mutation.tx, conversationId, bot.id, maxAnswers)
  if (earlier && mutation.now.getTime() - earlier.getTime() < 60_000) return
  await answer(mutation, sender, content)
}

const maxPassages = 3

const plain = (text: string): string =>
  text
    .replace(/`{3}\w*|\$\$|~~|@_?(?=\*)/g, ' ')
    .replace(/(?<!\*)\*+(?=[^\s*])|(?<=[^\s*])\*+/g, '')
    .replace(/[[\]<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const passage = ({ section, pageTitle, excerpt }: Found): string => {
  const title = section.level > 1 ? `${section.title} (${pageTitle})` : section.title
  return `[${plain(title)}](${helpHref(section)})\n> ${plain(excerpt.map(({ text }) => text).join(''))}`
}

/** The best help passages for a question, with links; undefined if there are none. */
async function passagesAbout(question: string): Promise<string | undefined> {
  const found = (await loadHelp()).find(question, maxPassages)
  return found.length > 0 ? found.map(passage).join('\n\n') : undefined
}

async function answer(mutation: Mutation, person: Account, content: string): Promise<void> {
  const step = mutation.get(tourCache).get(person.id)
  const command = tourCommand(content)
  if (command === 'tour') return goOn(mutation, person, 'reply', { isDone: false })
  if (step && command === 'enough') {
    await setStep(mutation, person.id, undefined)
    await say(mutation, person, endedText(textsFor(person)))
    return
  }
  if (step && command === 'skip') return goOn(mutation, person, step, { isDone: false })
  const isQuestion = /[?？؟]/.test(content)
  if (step === 'reply') {
    const found = isQuestion ? await passagesAbout(content) : undefined
    return goOn(mutation, person, step, { before: found ? `${found}\n\n` : '' })
  }
  await say(mutation, person, (await passagesAbout(content)) ?? textsFor(person).nothingFound)
}

/** A reaction to the bot's message, which only the user can see. */
export async function handleReaction(
  mutation: Mutation,
  userId: UserId,
  message: { sender_id: UserId },
): Promise<void> {
  if (mutation.get(tourCache).get(userId) !== 'react' || message.sender_id !== botOf(mutation).id) return
  await goOn(mutation, mutation.get(peopleCache).byId.get(userId) as Account, 'react')
}

/** The user followed or muted a topic. */
export async function handlePolicy(mutation: Mutation, userId: UserId, policy: Policy): Promise<void> {
  if (mutation.get(tourCache).get(userId) !== 'mute') return
  if (policy !== policies.muted && policy !== policies.followed) return
  await goOn(mutation, mutation.get(peopleCache).byId.get(userId) as Account, 'mute')
}
