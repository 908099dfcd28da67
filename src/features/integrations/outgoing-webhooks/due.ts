import { ApiError, type UserId } from '#contract'
import { queueKeyOf } from '#platform/fair-queues'
import type { Mutation, Organization } from '#platform/organization'
import { backgroundWork, type Workplace } from '#platform/timer'
import type { Viewer } from '#platform/viewer'
import { channelsCache } from '../../channels/channels/cache.ts'
import { type Reader, readerOf } from '../../messages/messages/access/reader.ts'
import { compose, composeContext, type Place } from '../../messages/messages/actions/compose.ts'
import type { Sent } from '../../messages/messages/actions/send.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { type Answered, callWebhook, keepAnswer } from './actions/call.ts'
import { giveUp, sendReply } from './actions/reply.ts'
import { handAnswer, handToWebhooks } from './actions/trigger.ts'
import { commandOutcomeOf, type Reply } from './answer.ts'
import { commandForm, placeOfResponse } from './commands/command-form.ts'
import { findCall, type StoredCall } from './commands/store.ts'
import { leasedUntil, QueuedRequests, retryDelaysMs } from './delivery-queue.ts'
import { answerIn, type Body, messageFor, type PostedMessage, payload } from './payload.ts'
import * as store from './store.ts'

export const webhookCounter = 'loquat_webhook_calls_total'
/** Minimum time between two complaints about one bot. */
const quietMs = 10 * 60_000

class Deliveries extends QueuedRequests {
  readonly #lastNotified = new Map<UserId, number>()

  /** Whether the owner was notified of problems recently; otherwise records a notification now. */
  isQuiet(botId: UserId, now: number): boolean {
    const last = this.#lastNotified.get(botId)
    if (last !== undefined && now - last < quietMs) return true
    this.#lastNotified.set(botId, now)
    return false
  }
}

/** Calls bots at least once; replies are sent once. A message being delivered blocks only the same bot. */
export const outgoingWebhooks = backgroundWork({
  name: 'outgoing webhooks',
  rows: store.waiting,
  begin: () => new Deliveries(),
  async turn({ place, org, now, underWay: current }) {
    const until = leasedUntil(place.config, now)
    for await (const rows of store.waiting.leased(org, { now, until }))
      for (const row of rows)
        current.queues.add(row.id, queueKeyOf(org.id, row.bot_id), () =>
          deliver(place, org, row, current).catch((error: unknown) => void current.problems.push(error)),
        )
  },
})

async function deliver(place: Workplace, org: Organization, row: store.Stored, current: Deliveries): Promise<void> {
  // the next process to start calls the bot
  const leave = () => org.transact(null, ({ tx }) => store.waiting.postpone(tx, [row.id], place.now()))
  if (current.stop.signal.aborted) return leave()
  const bot = org.get(peopleCache).byId.get(row.bot_id)
  const viewer = org.viewer(row.bot_id)
  const service = bot?.botSettings.service
  if (!bot?.isActive || !viewer || !service) return drop(org, row)
  const request = await requestFor(org, row, bot, viewer, service)
  if (!request) return drop(org, row)
  const { body, told, call } = request
  const answered = await callWebhook(place, service, body, current.stop.signal, call && commandOutcomeOf)
  if (!answered) return leave()
  const { outcome } = answered
  const came = { bot, answered }
  const pause = outcome.kind === 'failed' && outcome.isTransient ? retryDelaysMs[row.attempts] : undefined
  const failed = pause === undefined ? 'failed' : 'retried'
  place.outcomes.add(webhookCounter, outcome.kind === 'failed' ? failed : 'delivered')
  if (outcome.kind === 'done') return drop(org, row, came)
  if (outcome.kind === 'reply') return reply(place, org, row, came, outcome.reply, current)
  if (pause !== undefined) {
    const due = new Date(place.now().getTime() + pause)
    await org.transact(null, async (mutation) => {
      await store.tryAgain(mutation.tx, row, due)
      await keepAnswer(mutation, bot, answered)
    })
    return org.services.workDue(outgoingWebhooks, due)
  }
  await fail(place, org, row, came, told, outcome.why, current)
}

interface Request {
  readonly body: Body
  readonly told?: PostedMessage
  /** The slash command, if it's one. */
  readonly call?: StoredCall
}

/** Undefined if the message, answer, or command is gone. */
async function requestFor(
  org: Organization,
  row: store.Stored,
  bot: Account,
  viewer: Viewer,
  service: NonNullable<Account['botSettings']['service']>,
): Promise<Request | undefined> {
  const call = await callOf(org, row)
  if (call) {
    const channel = org.get(channelsCache).byId.get(call.channel_id)
    // made private since the command was entered
    return channel?.isPrivate === false ? { body: commandForm(org, service, call), call } : undefined
  }
  const reader = await readerOf(composeContext(org, viewer))
  const told = await postedMessage(org, reader, row)
  const answer = told && row.submessage_id !== null ? answerIn(told, row.submessage_id) : undefined
  if (!told || (row.submessage_id !== null && !answer)) return undefined
  return { body: payload(reader, bot, service, row.trigger, answer ?? told), told }
}

const callOf = async (org: Organization, { command_call_id: id }: store.Stored): Promise<StoredCall | undefined> =>
  id === null ? undefined : org.db.read((tx) => findCall(tx, org.id, id))

const postedMessage = async (org: Organization, reader: Reader, { message_id: id }: store.Stored) =>
  id === null ? undefined : org.db.read((tx) => messageFor(tx, reader, id))

interface Came {
  readonly bot: Account
  readonly answered: Answered
}

const drop = (org: Organization, row: store.Stored, came?: Came): Promise<void> =>
  org.transact(null, async (mutation) => {
    const isLast = await store.waiting.remove(mutation.tx, row.id)
    if (isLast && came) await keepAnswer(mutation, came.bot, came.answered)
  })

function fail(
  place: Workplace,
  org: Organization,
  row: store.Stored,
  { bot, answered }: Came,
  told: PostedMessage | undefined,
  why: string,
  current: Deliveries,
): Promise<void> {
  const quietly = current.isQuiet(bot.id, place.now().getTime())
  return org.transact(null, async (mutation) => {
    await keepAnswer(mutation, bot, { ...answered, outcome: { kind: 'failed', why, isTransient: false } })
    await giveUp(mutation, row, bot, told?.row, why, quietly)
  })
}

/** Posts the bot's reply in the message's current place, or where the command was entered. */
async function reply(
  place: Workplace,
  org: Organization,
  row: store.Stored,
  came: Came,
  { content, widget, isDirect = false }: Reply,
  current: Deliveries,
): Promise<void> {
  const { bot, answered } = came
  const viewer = org.viewer(bot.id)
  if (!viewer) return drop(org, row)
  const call = await callOf(org, row)
  const reader = await readerOf(composeContext(org, viewer))
  const told = await postedMessage(org, reader, row)
  const target = call ? placeOfResponse(call, { isDirect }) : told && placeOf(org, told)
  if (!target) return drop(org, row)
  try {
    const outgoing = await compose(composeContext(org, viewer), {
      place: target,
      content,
      client: 'LoquatOutgoingWebhook',
      widget,
    })
    await org.transact(bot.id, async (mutation) => {
      if (await sendReply(mutation, row, outgoing)) await keepAnswer(mutation, bot, answered)
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await fail(place, org, row, came, told, `its reply could not be sent (${error.message})`, current)
  }
}

function placeOf(org: Organization, { row }: PostedMessage): Place {
  const channel = org.get(channelsCache).ofConversation(row.conversation_id)
  if (channel) return { recipient: { kind: 'channel', channel }, topic: row.topic }
  const { byId } = org.get(peopleCache)
  return {
    recipient: { kind: 'direct', people: (row.member_ids ?? []).flatMap((id) => byId.get(id) ?? []) },
    topic: '',
  }
}

export async function callWebhooks(mutation: Mutation, sent: Sent): Promise<void> {
  if (await handToWebhooks(mutation, sent))
    mutation.onCommit(() => mutation.org.services.workDue(outgoingWebhooks, mutation.now))
}

export async function callForAnswer(mutation: Mutation, answer: Parameters<typeof handAnswer>[1]): Promise<void> {
  if (await handAnswer(mutation, answer))
    mutation.onCommit(() => mutation.org.services.workDue(outgoingWebhooks, mutation.now))
}
