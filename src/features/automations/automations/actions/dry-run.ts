import { randomUUID } from 'node:crypto'
import {
  ApiError,
  type ChannelId,
  invalidArgument,
  type MessageId,
  missingArgument,
  type ParamsOf,
  userDeactivated,
} from '#contract'
import type { Mutation } from '#platform/organization'
import type { Context } from '#platform/serve'
import { canReadChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import {
  type ReadableMessage,
  readableMessage,
  readableMessageFacts,
} from '../../../messages/messages/access/readable.ts'
import { readerOf } from '../../../messages/messages/access/reader.ts'
import { errorText } from '../../../people/languages/error-text.ts'
import { visibilityOf } from '../../../people/users/access/index.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { checkCanAutomate, managedAutomation } from '../access.ts'
import { type Cause, isWithinScope } from '../cause.ts'
import { ConditionCheck } from '../conditions/hold.ts'
import type { Condition } from '../conditions/input.ts'
import type { StepPreviewFacts, tryAutomation } from '../dry-run-api.ts'
import { outOfReach } from '../errors.ts'
import type { StoredStep } from '../steps/input.ts'
import * as store from '../store.ts'
import { causeParts } from '../triggers/cause-rules.ts'
import { withFoldedText } from '../triggers/folded-text.ts'
import { matchMessage } from '../triggers/matches.ts'
import { checked } from './change.ts'
import { valuesOf } from './run-context.ts'
import { sampleAnswers } from './sample-answers.ts'
import { kindOf } from './steps/step-kinds.ts'

type Params = ParamsOf<typeof tryAutomation.params>

interface DryRun {
  /** With unsaved changes. */
  readonly row: store.Stored
  readonly run: store.StoredRun
  readonly cause: Cause | undefined
  /** Private channels that the bot will join when the changes are saved. */
  readonly channelsToJoin: ReadonlySet<ChannelId>
  readonly matchesTrigger: boolean
  readonly conditions: readonly boolean[]
}

/** Runs each step in a transaction that's rolled back. */
export async function dryRun(ctx: Context, params: Params) {
  const prepared = await ctx.transact((mutation) => prepareDryRun(mutation, params), { isDryRun: true })
  const steps: StepPreviewFacts[] = []
  let { run } = prepared
  for (const step of prepared.run.steps) {
    steps.push(await previewOf(ctx, { ...prepared, run }, step))
    run = { ...run, step: run.step + 1, ...(step.kind === 'approve' ? { approver_id: ctx.viewer.id } : {}) }
  }
  return {
    matches_trigger: prepared.matchesTrigger,
    conditions: prepared.conditions.map((is_met) => ({ is_met })),
    steps,
  }
}

/** Needs a transaction that's rolled back. */
async function prepareDryRun(mutation: Mutation, params: Params): Promise<DryRun> {
  const { tx, org, now } = mutation
  const saved = await managedAutomation(tx, mutation, params.automation_id)
  const { row, channelsToJoin } = withChanges(mutation, saved, params)
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
  params: Params,
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
  { stream_id }: Params,
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

const unchecked: StepPreviewFacts = { state: 'unchecked', message: null, failure: null, failure_code: null }

async function previewOf(
  ctx: Context,
  { row, run, cause, channelsToJoin }: DryRun,
  step: StoredStep,
): Promise<StepPreviewFacts> {
  const { org, costAccount } = ctx
  const kind = kindOf(step)
  const channelId = ('stream_id' in step ? step.stream_id : null) ?? cause?.channel?.id
  if (!kind.canBeRolledBack || (channelId !== undefined && channelsToJoin.has(channelId))) return unchecked
  try {
    const viewer = org.viewer(row.bot_id)
    if (!viewer) throw userDeactivated()
    const questions = sampleAnswers(run, cause?.person.id ?? row.changed_by ?? row.bot_id)
    const values = valuesOf(org, run, cause, questions)
    const facts = { org, viewer, savedById: row.changed_by, now: org.now(), ...values }
    const effect = await kind.prepare(facts, step)
    return await org.transact(
      row.bot_id,
      async (mutation) => {
        const { message_id, wait, end } = await effect(mutation)
        const message = message_id === undefined ? null : await messageOf(mutation, message_id)
        return { ...unchecked, state: wait ? 'waits' : end ? 'ends' : 'runs', message }
      },
      costAccount,
      { isDryRun: true },
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { ...unchecked, state: 'refused', failure: errorText(ctx.language, error), failure_code: error.code }
  }
}

/** A message of the same transaction. */
async function messageOf(mutation: Mutation, id: MessageId): Promise<StepPreviewFacts['message']> {
  const [message] = await readableMessageFacts(mutation.tx, mutation.org.id, [id])
  if (!message) return null
  const { content, rendered_content, conversation_id, topic, member_ids, sender_id } = message
  const channel = mutation.get(channelsCache).ofConversation(conversation_id)
  return {
    ...{ content, rendered_content },
    stream_id: channel?.id ?? null,
    topic: channel ? topic : null,
    user_ids: channel ? null : (member_ids ?? []).filter((userId) => userId !== sender_id),
  }
}
