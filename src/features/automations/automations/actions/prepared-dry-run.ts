import { randomUUID } from 'node:crypto'
import { type ChannelId, invalidArgument, type MessageId, missingArgument, type ParamsOf } from '#contract'
import type { Mutation } from '#platform/organization'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { type ReadableMessage, readableMessage } from '../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { notificationBot } from '../../../messages/messages/actions/notify.ts'
import { visibilityOf } from '../../../people/users/access/index.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { channelsOf, checkCanAutomate, managedAutomation } from '../access.ts'
import { type Cause, isWithinScope } from '../cause.ts'
import { ConditionCheck } from '../conditions/hold.ts'
import type { Condition } from '../conditions/input.ts'
import type { tryAutomation, tryNewAutomation } from '../dry-run-api.ts'
import { outOfReach } from '../errors.ts'
import * as store from '../store.ts'
import { causeParts } from '../triggers/cause-rules.ts'
import { withFoldedText } from '../triggers/folded-text.ts'
import { matchMessage } from '../triggers/matches.ts'
import { checked, createAutomation } from './change.ts'

type Params = ParamsOf<typeof tryAutomation.params>
type CauseParams = Omit<Params, 'automation_id' | 'trigger' | 'conditions' | 'steps'>

export interface DryRun {
  /** With unsaved changes. */
  readonly row: store.Stored
  readonly run: store.StoredRun
  readonly cause: Cause | undefined
  /** Private channels that the bot will join when the changes are saved. */
  readonly channelsToJoin: ReadonlySet<ChannelId>
  readonly matchesTrigger: boolean
  readonly conditions: readonly boolean[]
}

/** Needs a transaction that's rolled back, like `prepareNewAutomation`. */
export async function prepareSaved(mutation: Mutation, params: Params): Promise<DryRun> {
  const saved = await managedAutomation(mutation.tx, mutation, params.automation_id)
  const { row, channelsToJoin } = withChanges(mutation, saved, params)
  return prepare(mutation, row, channelsToJoin, params)
}

/**
 * Creates the automation, and lets the notification bot stand in for its bot: both are members without groups, but the
 * caches don't know an account before it's committed.
 */
export async function prepareNewAutomation(
  mutation: Mutation,
  {
    name,
    description,
    trigger,
    conditions,
    steps,
    is_enabled,
    max_runs_per_hour,
    stream_id,
    start_stream_id,
    ...cause
  }: NewParams,
): Promise<DryRun> {
  const written = { name, description, trigger, conditions, steps, is_enabled, max_runs_per_hour, stream_id }
  const row = { ...(await createAutomation(mutation, written)), bot_id: notificationBot(mutation.org).id }
  const channelIds = row.channel_id === null ? channelsOf(row) : [row.channel_id]
  const isPrivate = (id: ChannelId) => mutation.get(channelsCache).byId.get(id)?.isPrivate === true
  return prepare(mutation, row, new Set(channelIds.filter(isPrivate)), { ...cause, stream_id: start_stream_id })
}

type NewParams = ParamsOf<typeof tryNewAutomation.params>

async function prepare(
  mutation: Mutation,
  row: store.Stored,
  channelsToJoin: ReadonlySet<ChannelId>,
  params: CauseParams,
): Promise<DryRun> {
  const { tx, org, now } = mutation
  const cause = await madeUpCause(mutation, row, params, channelsToJoin)
  const run = await store.insertRun(tx, {
    org_id: org.id,
    automation_id: row.id,
    once_key: `try ${randomUUID()}`,
    message_id: cause?.message?.id ?? null,
    channel_id: cause?.channel?.id ?? null,
    topic: cause?.topic ?? null,
    text: cause?.text ?? null,
    person_id: cause?.person.id ?? null,
    payload: params.payload ?? null,
    cause_at: now,
    trigger: row.trigger,
    steps: row.steps,
    saved_by: row.changed_by,
    state: 'running',
    started_at: now,
  })
  if (!run) throw new Error(`Automation ${row.id} can't be tested`)
  return {
    ...{ row, run, cause, channelsToJoin },
    matchesTrigger: matches(row, cause?.message),
    conditions: await conditionResults(mutation, row, run, cause),
  }
}

/** Throws unless the viewer could save the changes. */
function withChanges(mutation: Mutation, saved: store.Stored, { trigger, conditions, steps }: Params) {
  if (!trigger && !conditions && !steps) return { row: saved, channelsToJoin: new Set<ChannelId>() }
  checkCanAutomate(mutation, saved.channel_id)
  const { channelsToJoin, ...parts } = checked(
    mutation,
    {
      trigger: trigger ?? saved.trigger,
      conditions: conditions ?? (saved.conditions as Condition[]),
      steps: steps ?? saved.steps,
    },
    saved.channel_id,
  )
  const missing = channelsToJoin.filter(({ id }) => !mutation.get(subscribersCache).of(id).has(saved.bot_id))
  return {
    row: { ...saved, ...parts, changed_by: mutation.viewer.id },
    channelsToJoin: new Set(missing.map(({ id }) => id)),
  }
}

/** What would start the run, as far as the viewer can read it. */
async function madeUpCause(
  mutation: Mutation,
  row: store.Stored,
  params: CauseParams,
  channelsToJoin: ReadonlySet<ChannelId>,
): Promise<Cause | undefined> {
  const parts = causeParts(row.trigger.kind)
  if (!parts.person) return undefined
  const message = parts.message ? await messageToTry(mutation, params.message_id) : undefined
  const channel = parts.channel ? channelToTry(mutation, row, params, message) : undefined
  if (channel) checkBotCanRead(mutation, row, channel, channelsToJoin)
  const sender = row.trigger.kind === 'message' ? message?.sender_id : undefined
  return {
    person: personToTry(mutation, sender ?? params.user_id),
    channel,
    message,
    topic: parts.topic ? (message?.topic ?? params.topic) : undefined,
    text: parts.text ? params.text : undefined,
  }
}

async function messageToTry(mutation: Mutation, id: MessageId | undefined): Promise<ReadableMessage> {
  if (id === undefined) throw missingArgument({ var_name: 'message_id' })
  return readableMessage(mutation.tx, await readerOf(mutation), id)
}

function channelToTry(
  mutation: Mutation,
  { channel_id, trigger }: store.Stored,
  { stream_id }: CauseParams,
  message: ReadableMessage | undefined,
): Channel {
  const channels = mutation.get(channelsCache)
  const ofTrigger = trigger.kind === 'joined_channel' ? trigger.stream_id : stream_id
  const id = ofTrigger ?? channel_id
  if (!message && id === null) throw missingArgument({ var_name: 'stream_id' })
  const channel = message ? channels.ofConversation(message.conversation_id) : channels.byId.get(id as ChannelId)
  const { viewer } = mutation
  if (!channel || !canReadChannel(viewer, channel, mutation.get(subscribersCache).of(channel.id).has(viewer.id)))
    throw outOfReach()
  return channel
}

function checkBotCanRead(
  mutation: Mutation,
  row: store.Stored,
  channel: Channel,
  channelsToJoin: ReadonlySet<ChannelId>,
): void {
  const bot = mutation.org.viewer(row.bot_id)
  const isSubscribed = mutation.get(subscribersCache).of(channel.id).has(row.bot_id)
  const canRead = channelsToJoin.has(channel.id) || (bot && canReadChannel(bot, channel, isSubscribed))
  if (!canRead || !isWithinScope(row, row.trigger, channel)) throw outOfReach()
}

function personToTry(mutation: Mutation, id: Params['user_id']): Account {
  const { org, viewer } = mutation
  const account = mutation.get(peopleCache).byId.get(id ?? viewer.id)
  if (!account?.isActive || account.botType !== null || !visibilityOf(org, viewer)(account.id))
    throw invalidArgument({}, { name: 'user_id', reason: 'is not an active user' })
  return account
}

function matches({ id: automationId, trigger }: store.Stored, message: ReadableMessage | undefined): boolean {
  const folded = withFoldedText(trigger)
  if (folded.kind !== 'message' || !message) return true
  return matchMessage([{ automationId, trigger: folded }], message).length > 0
}

async function conditionResults(
  mutation: Mutation,
  { conditions }: store.Stored,
  run: store.StoredRun,
  cause: Cause | undefined,
): Promise<boolean[]> {
  if (!cause || conditions.length === 0) return []
  const { person, message, channel, topic } = cause
  const check = new ConditionCheck(mutation, {
    personId: person.id,
    ...(message ? { messageId: message.id, content: message.content } : {}),
    ...(channel ? { channel } : {}),
    ...(topic === undefined ? {} : { topic }),
  })
  const results = await check.each(conditions.map(withFoldedText))
  const isFirst = await store.noteFirstRun(mutation.tx, run)
  return results.map((isMet, index) => (conditions[index]?.kind === 'first_time' ? isFirst : isMet))
}
