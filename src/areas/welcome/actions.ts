import type { UserId } from '#contract'
import type { Act } from '#platform/organization'
import { sendAsBot } from '../messages/actions/notices.ts'
import type { Sent } from '../messages/actions/send.ts'
import { type Policy, policies } from '../user-topics/api.ts'
import { type Account, languageOfAccount } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import { tourMirror } from './mirror.ts'
import { passagesAbout } from './present.ts'
import { tourChanged } from './states.ts'
import * as store from './store.ts'
import { type Texts, textsIn } from './texts.ts'
import { endedText, type Step, stepAfter, textAfter, tourCommand } from './tour-step.ts'

/** Maximum answers to one user per minute. */
const mostAnswers = 10

const botOf = (act: Act): Account => act.get(peopleMirror).systemBot('welcome-bot')

/** Starts the tour for new users, with the step that the welcome message asks for. */
export async function beginTour(act: Act, account: Account): Promise<void> {
  if (account.botType === null) await setStep(act, account.id, 'reply')
}

async function setStep(act: Act, userId: UserId, step: Step | undefined): Promise<void> {
  if (step) await store.set(act.tx, act.org.id, userId, step)
  else await store.remove(act.tx, userId)
  act.emit(tourChanged, { user_id: userId }, [])
}

const textsFor = (person: Account): Texts => textsIn(languageOfAccount(person))

const say = (act: Act, person: Account, text: string) =>
  sendAsBot(act, 'welcome-bot', { kind: 'direct', people: [person] }, '', text)

async function goOn(act: Act, person: Account, step: Step, { isDone = true, before = '' } = {}): Promise<void> {
  await setStep(act, person.id, stepAfter(step))
  await say(act, person, before + textAfter(textsFor(person), step, isDone))
}

/** A message may be for the bot, or complete the sender's current step. */
export async function hearMessage(act: Act, { id, outgoing, conversationId }: Sent): Promise<void> {
  const { sender, recipient, topic, content } = outgoing
  // avoid endless loops between bots
  if (sender.botType !== null) return
  if (recipient.kind === 'channel') {
    if (act.get(tourMirror).get(sender.id) !== 'topic' || topic === '') return
    if (await store.isFirstOfTopic(act.tx, { conversationId, topic, id })) await goOn(act, sender, 'topic')
    return
  }
  const bot = botOf(act)
  if (recipient.people.length !== 2 || !recipient.people.some((one) => one.id === bot.id)) return
  const earlier = await store.sentBefore(act.tx, conversationId, bot.id, mostAnswers)
  if (earlier && act.now.getTime() - earlier.getTime() < 60_000) return
  await answer(act, sender, content)
}

async function answer(act: Act, person: Account, content: string): Promise<void> {
  const step = act.get(tourMirror).get(person.id)
  const command = tourCommand(content)
  if (command === 'tour') return goOn(act, person, 'reply', { isDone: false })
  if (step && command === 'enough') {
    await setStep(act, person.id, undefined)
    await say(act, person, endedText(textsFor(person)))
    return
  }
  if (step && command === 'skip') return goOn(act, person, step, { isDone: false })
  const isQuestion = /[?？؟]/.test(content)
  if (step === 'reply') {
    const found = isQuestion ? await passagesAbout(content) : undefined
    return goOn(act, person, step, { before: found ? `${found}\n\n` : '' })
  }
  await say(act, person, (await passagesAbout(content)) ?? textsFor(person).nothingFound)
}

/** A reaction to the bot's message, which only the user can see. */
export async function hearReaction(act: Act, userId: UserId, message: { sender_id: UserId }): Promise<void> {
  if (act.get(tourMirror).get(userId) !== 'react' || message.sender_id !== botOf(act).id) return
  await goOn(act, act.get(peopleMirror).byId.get(userId) as Account, 'react')
}

/** The user followed or muted a topic. */
export async function hearPolicy(act: Act, userId: UserId, policy: Policy): Promise<void> {
  if (act.get(tourMirror).get(userId) !== 'mute') return
  if (policy !== policies.muted && policy !== policies.followed) return
  await goOn(act, act.get(peopleMirror).byId.get(userId) as Account, 'mute')
}
