import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError, botTypes, type Endpoint, type MessageId, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { checkCanSend } from '../../../messages/messages/access/send.ts'
import {
  type Address,
  type ComposeContext,
  compose,
  composeContext,
  type Place,
} from '../../../messages/messages/actions/compose.ts'
import { withinQuota } from '../../../messages/messages/actions/quota.ts'
import { type Outgoing, sendMessage } from '../../../messages/messages/actions/send.ts'
import { channelReference, type Recipient } from '../../../messages/messages/recipient.ts'
import { checkNotLocked } from '../../../messages/messages/topic-locks/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { keepDelivery } from '../../outgoing-webhooks/deliveries/actions.ts'
import { noOwner, notIncoming, testedTooOften } from '../api.ts'
import type { Sample } from '../samples.ts'
import * as store from '../store.ts'

interface Where {
  stream?: string | undefined
  topic?: string | undefined
}

export interface FromOutside {
  readonly content: string
  readonly client: string
  readonly integration: string
  readonly event?: string
  /** Used if the URL has no topic. */
  readonly topic?: string
  /** What the post is about: it goes to the topic of the previous message about the same, if the URL has no topic. */
  readonly thread?: string | undefined
  /** Identifies a signed post, so that repeating it doesn't send a second message. */
  readonly digest?: string | undefined
}

interface How {
  readonly isTest: boolean
  readonly begun: number
}

export const sendFromOutside = (ctx: Context, where: Where, what: FromOutside): Promise<MessageId | undefined> =>
  withinQuota(ctx.org, ctx.viewer.id, () => sendAs(ctx, where, what, { isTest: false, begun: performance.now() }))

/** Returns undefined for a repeated post. */
async function sendAs(
  asked: ComposeContext,
  where: Where,
  { content, client, integration, event = '', topic: usual, thread, digest }: FromOutside,
  { isTest, begun }: How,
): Promise<MessageId | undefined> {
  const { org, viewer } = asked
  const bot = org.get(peopleCache).byId.get(viewer.id) as Account
  const { stream, topic } = whereOf(bot, integration, where)
  const place: Address | Place = stream
    ? // the bot's name shows which bot uses a URL without a topic
      { type: 'channel', to: reference(stream), topic: topic || usual || bot.fullName }
    : { recipient: ownerOf(org, bot), topic: '' }
  const outgoing = await compose(asked, { place, content, client })
  return org.transact(bot.id, async (mutation) => {
    await checkCanSend(mutation, outgoing)
    const post = digest && { org_id: org.id, bot_id: bot.id, digest, posted_at: mutation.now }
    if (post && !(await store.notePost(mutation.tx, post))) {
      await keepLeftOut(mutation, bot, { integration, event, leftOut: 'repeated' }, { isTest, begun })
      return undefined
    }
    const inThread = topic ? undefined : await threadOf(mutation, bot, outgoing, thread)
    if (inThread?.topic !== undefined && outgoing.recipient.kind === 'channel')
      checkNotLocked(mutation, outgoing.recipient.channel, inThread.topic)
    const sent = await sendMessage(
      mutation,
      inThread?.topic === undefined ? outgoing : { ...outgoing, topic: inThread.topic },
    )
    if (inThread)
      await store.continueThread(mutation.tx, { ...inThread.key, message_id: sent.id, posted_at: mutation.now })
    const durationMs = performance.now() - begun
    const kept = {
      direction: 'incoming',
      succeeded: true,
      isTest,
      status: 200,
      durationMs,
      integration,
      event,
    } as const
    await keepDelivery(mutation, bot, kept)
    return sent.id
  })
}

/** The URL's destination, else the one that's set for the integration. */
function whereOf({ botSettings }: Account, integration: string, { stream, topic }: Where): Where {
  const usual = botSettings.integrations?.[integration]?.usual
  if (stream || !usual || usual.channelId === null) return { stream, topic }
  return { stream: String(usual.channelId), topic: topic || usual.topic }
}

async function threadOf(
  { tx, org }: Mutation,
  bot: Account,
  { recipient }: Outgoing,
  thread: string | undefined,
): Promise<{ key: store.ThreadKey; topic: string | undefined } | undefined> {
  if (thread === undefined || recipient.kind !== 'channel') return undefined
  const key = { bot_id: bot.id, org_id: org.id, conversation_id: recipient.channel.conversationId, thread }
  return { key, topic: await store.topicOfThread(tx, key) }
}

interface NoMessage {
  readonly integration: string
  readonly event: string
  readonly leftOut: 'unknown' | 'quiet' | 'filtered' | 'repeated'
}

/** Records accepted posts without a message, and how often unknown events came. */
export async function keepLeftOut(
  mutation: Mutation,
  bot: Account,
  { integration, event, leftOut }: NoMessage,
  { isTest, begun }: How,
): Promise<void> {
  const durationMs = performance.now() - begun
  await keepDelivery(mutation, bot, {
    ...{ direction: 'incoming', succeeded: true, isTest, status: 200, durationMs, integration, event, leftOut },
  })
  if (leftOut === 'unknown' && !isTest)
    await store.countUnknown(mutation.tx, {
      org_id: mutation.org.id,
      bot_id: bot.id,
      integration,
      event,
      last_at: mutation.now,
    })
}

const tests = new RateLimiterMemory({ points: 10, duration: 60 })

export async function postSample(org: Organization, bot: Account, where: Where, sample: Sample): Promise<MessageId> {
  const viewer = org.viewer(bot.id)
  if (bot.botType !== botTypes.incomingWebhook || !viewer) throw notIncoming()
  await tests.consume(bot.id).catch(() => {
    throw testedTooOften()
  })
  const begun = performance.now()
  try {
    const send = () => sendAs(composeContext(org, viewer), where, sample, { isTest: true, begun })
    // a sample has no signature, so it's never a repeated one
    return (await withinQuota(org, bot.id, send)) as MessageId
  } catch (error) {
    await keep(org, bot.id, error, { isTest: true, begun }, sample.integration)
    throw error
  }
}

/** Stores why a post was refused, for the bot's administrators. */
export const keepRefusal = (
  org: Organization,
  botId: UserId,
  error: unknown,
  durationMs: number,
  { path }: Endpoint,
  values: ReadonlyMap<string, string>,
): Promise<void> => {
  const integration = values.get('integration') ?? path.slice(path.lastIndexOf('/') + 1)
  return keep(org, botId, error, { isTest: false, begun: performance.now() - durationMs }, integration)
}

async function keep(org: Organization, botId: UserId, error: unknown, { isTest, begun }: How, integration: string) {
  const bot = org.get(peopleCache).byId.get(botId)
  if (!bot?.isActive) return
  const isExpected = error instanceof ApiError
  await org.transact(null, (mutation) =>
    keepDelivery(mutation, bot, {
      direction: 'incoming',
      succeeded: false,
      isTest,
      status: isExpected ? error.status : 500,
      durationMs: performance.now() - begun,
      problem: isExpected ? error.message : 'Internal server error',
      integration,
    }),
  )
}

const reference = (stream: string) =>
  channelReference(/^\d{1,15}$/.test(stream) ? Number(stream) : stream.replace(/^#/, ''))

function ownerOf(org: Organization, bot: Account): Recipient {
  const owner = org.get(peopleCache).ownerOf(bot)
  if (!owner?.isActive) throw noOwner()
  return { kind: 'direct', people: [bot, owner].sort((a, b) => a.id - b.id) }
}
