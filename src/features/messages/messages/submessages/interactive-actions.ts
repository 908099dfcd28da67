import { invalidArgument, reason, type UserId } from '#contract'
import type { Audience } from '#platform/events'
import type { Mutation } from '#platform/organization'
import { insufficientScope } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { peopleCache } from '../../../people/users/cache.ts'
import { messageAudience } from '../access/audience.ts'
import type { ReadableMessage } from '../access/readable.ts'
import { canReadMessage, readerOf } from '../access/reader.ts'
import { submessageAdded } from './api.ts'
import { askedBy, keptAnswer, problemOf } from './interactive.ts'
import * as errors from './interactive-errors.ts'
import { type Answer, type Interactive, InteractiveAction } from './interactive-input.ts'
import { insertSubmessage, latestSubmessage } from './store.ts'

/** A validated contribution to an interactive message, as stored; throws if it isn't allowed. */
export async function interactiveAction(
  mutation: Mutation,
  message: ReadableMessage,
  content: string,
): Promise<string> {
  const { success, data: action, error } = InteractiveAction.safeParse(JSON.parse(content))
  if (!success) throw invalidArgument({}, { name: 'content', reason: reason(error) })
  if (action.type === 'answer') {
    await checkAnswer(mutation, message, action)
    return keptAnswer(action, mutation.agent?.name)
  }
  if (mutation.viewer.id !== message.sender_id) throw errors.notItsBot()
  return JSON.stringify(action)
}

/** `once` means once since the form last changed. */
async function checkAnswer(mutation: Mutation, message: ReadableMessage, answer: Answer): Promise<void> {
  const { tx, viewer, agent } = mutation
  // the question was for a human: an agent needs an explicit scope to answer
  if (agent && !agent.scopes.has('answer')) throw insufficientScope({ scope: 'answer' })
  const latest = await latestSubmessage(tx, message.id, message.sender_id)
  const asked = latest && askedBy(latest.content)
  if (!asked || !mutation.get(peopleCache).byId.get(message.sender_id)?.isActive) throw errors.notOpen()
  if (viewer.isBot || !isAsked(asked, viewer)) throw errors.notAsked()
  const own = asked.times === 'many' ? undefined : await latestSubmessage(tx, message.id, viewer.id)
  if (own && own.id > latest.id) throw errors.answeredAlready()
  const problem = problemOf(asked, answer)
  if (problem !== undefined) throw invalidArgument({}, { name: 'content', reason: problem })
}

const isAsked = ({ answerers, answerer_group }: Interactive, { id, groupIds }: Viewer): boolean =>
  answerers?.includes(id) !== false && (answerer_group === undefined || groupIds.has(answerer_group))

/** Closes a form for its bot. */
export async function closeForm(mutation: Mutation, message: ReadableMessage, note: string): Promise<void> {
  const { tx, org } = mutation
  const closing = { message_id: message.id, msg_type: 'widget', content: JSON.stringify({ type: 'close', note }) }
  const { id, ...added } = await insertSubmessage(tx, org.id, { ...closing, sender_id: message.sender_id })
  mutation.emit(submessageAdded, { ...added, submessage_id: id }, await interactiveAudience(mutation, message))
}

/** The bot that asked gets the event wherever it can read, subscribed or not. */
export async function interactiveAudience(mutation: Mutation, message: ReadableMessage): Promise<Audience> {
  const { tx, org } = mutation
  const audience = await messageAudience(tx, org, message)
  const viewer = org.viewer(message.sender_id)
  if (!viewer || !canReadMessage(await readerOf({ ...forMutation(mutation), viewer }), message)) return audience
  const others: UserId[] = (audience.users ?? []).filter((id) => id !== viewer.id)
  return { ...audience, users: [...others, viewer.id] }
}

const forMutation = (mutation: Mutation): Pick<Mutation, 'org' | 'fetch'> => ({
  org: mutation.org,
  fetch: (cache, key) => mutation.fetch(cache, key),
})
