import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { botTypes, type ChannelId, isAdministrator, roles } from '#contract'
import { countRows } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { visibleChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { channelArchived, noSuchChannelId } from '../../../channels/channels/errors.ts'
import { subscribe } from '../../../channels/subscriptions/actions/subscribe.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import { checkTotal, maxPerChannel, maxPerOrganization } from '../../../people/organization/totals.ts'
import { botEmail } from '../../../people/users/actions/bots.ts'
import { changeName, createUser, deactivateUser } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { canManageScope, checkCanAutomate, managedAutomation, managersOf } from '../access.ts'
import * as api from '../api.ts'
import type { Condition, StoredCondition } from '../conditions/input.ts'
import { automationChanged, cannotManageAutomations, cannotRaiseLimit } from '../errors.ts'
import { maxRunsPerHour } from '../limits.ts'
import { removeOf as removeSkippedJoins } from '../skipped-joins-store.ts'
import { needsEditor } from '../steps/editor-rules.ts'
import type { Step, StoredStep } from '../steps/input.ts'
import * as store from '../store.ts'
import type { StoredTrigger, Trigger } from '../triggers/input.ts'
import { nextTime } from '../triggers/next-time.ts'
import { callSecretFor } from './call-secret.ts'
import { checkConditions, checkFields } from './checked-conditions.ts'
import { checkForms } from './checked-forms.ts'
import { checkedTrigger } from './checked-trigger.ts'
import { announceCommand, checkCommand } from './commands.ts'
import { kindOf } from './steps/step-kinds.ts'
import { newWebhookKey, noWebhookKey } from './webhook-key.ts'

interface Written {
  readonly name: string
  readonly description: string
  readonly trigger: Trigger
  readonly conditions: readonly Condition[]
  readonly steps: readonly Step[]
  readonly is_enabled: boolean
  readonly max_runs_per_hour: number
}

export async function createAutomation(
  mutation: Mutation,
  { stream_id, ...written }: Written & { stream_id?: ChannelId | undefined },
): Promise<store.Stored> {
  const { tx, org, now, viewer } = mutation
  const channel = stream_id === undefined ? undefined : await scopeOf(mutation, stream_id)
  const channel_id = channel?.id ?? null
  if (!canManageScope(mutation, channel_id)) throw cannotManageAutomations()
  checkCanAutomate(mutation, channel_id)
  checkRunLimit(mutation, written.max_runs_per_hour, maxRunsPerHour.automation)
  checkTotal(maxPerOrganization, 'automations', await countRows(tx, 'automation', 'org_id', org.id))
  if (channel) checkTotal(maxPerChannel, 'automations', await countRows(tx, 'automation', 'channel_id', channel.id))
  const { trigger, conditions, steps, channelsToJoin } = checked(mutation, written, channel_id)
  await checkCommand(mutation, trigger)
  const bot = await createUser(mutation, {
    email: botEmail(mutation, `automation-${randomBytes(8).toString('hex')}`),
    full_name: written.name,
    role: roles.member,
    bot_type: botTypes.generic,
    bot_settings: { isAutomation: true },
  })
  await subscribe(mutation, channel ? [channel] : channelsToJoin, [bot])
  const row = await store.insert(tx, {
    ...written,
    trigger,
    conditions,
    steps,
    ...(trigger.kind === 'webhook' ? newWebhookKey(org, bot.id) : {}),
    ...callSecretFor(org, steps, { bot_id: bot.id, call_secret_sealed: null }),
    org_id: org.id,
    channel_id,
    bot_id: bot.id,
    due_at: written.is_enabled ? nextDue(trigger, now) : null,
    changed_by: viewer.id,
    changed_at: now,
  })
  mutation.emit(api.automationAdded, { automation: store.toWire(row) }, managersOf(org, row))
  announceCommand(mutation, row.id, row)
  return row
}

function checkRunLimit({ viewer }: Mutation, limit: number | undefined, before: number): void {
  if (limit !== undefined && limit !== before && !isAdministrator(viewer)) throw cannotRaiseLimit()
}

async function scopeOf(mutation: Mutation, id: ChannelId): Promise<Channel> {
  const subscriptions = await mutation.fetch(subscriptionsCache, mutation.viewer.id)
  const channel = visibleChannel(mutation, mutation.viewer, subscriptions, id, noSuchChannelId)
  if (channel.isArchived) throw channelArchived()
  return channel
}

const nextDue = (trigger: StoredTrigger, now: Date): Date | null =>
  trigger.kind === 'schedule' ? nextTime(trigger, now) : null

interface Checked {
  readonly trigger: StoredTrigger
  readonly conditions: StoredCondition[]
  readonly steps: StoredStep[]
  /** Private channels that the bot must join. */
  readonly channelsToJoin: Channel[]
}

/** Throws unless the viewer has access to everything the automation reads and does. */
export function checked(
  mutation: Mutation,
  { trigger, conditions, steps }: Pick<Written, 'trigger' | 'conditions' | 'steps'>,
  channelId: ChannelId | null,
): Checked {
  const cause = checkedTrigger(mutation, trigger, channelId)
  checkConditions(mutation, conditions, trigger.kind, channelId)
  checkForms(steps)
  checkFields(steps, trigger.kind)
  const found = steps.map((step, index) =>
    kindOf(step).check(mutation, step, { channelId, trigger: trigger.kind, at: `steps[${index}]` }),
  )
  return {
    trigger: cause.trigger,
    conditions: [...conditions],
    steps: found.map(({ step }) => step),
    channelsToJoin: [...new Set([...cause.channelsToJoin, ...found.flatMap(({ channelsToJoin }) => channelsToJoin)])],
  }
}

export async function updateAutomation(
  mutation: Mutation,
  id: number,
  expectedRevision: number,
  changes: { readonly [K in keyof Written]?: Written[K] | undefined },
): Promise<store.Stored> {
  const { tx, now, viewer } = mutation
  const before = await managedAutomation(tx, mutation, id)
  if (before.revision !== expectedRevision) throw automationChanged()
  // new members can still turn it off
  const isRewritten = changes.trigger !== undefined || changes.conditions !== undefined || changes.steps !== undefined
  const isOnlyTurnedOff =
    changes.is_enabled === false && Object.values(changes).filter((value) => value !== undefined).length === 1
  // its runs have the permissions of the person who last changed it, or need theirs
  const isChecked = isRewritten || (!isOnlyTurnedOff && before.steps.some(needsEditor))
  checkRunLimit(mutation, changes.max_runs_per_hour, before.max_runs_per_hour)
  if (changes.is_enabled !== false || isRewritten) checkCanAutomate(mutation, before.channel_id)
  const bot = mutation.get(peopleCache).byId.get(before.bot_id)
  const { is_enabled = before.is_enabled } = changes
  // check all parts, or an editor could redirect messages from a channel they can't read
  const { trigger, conditions, steps, channelsToJoin } = isChecked
    ? checked(
        mutation,
        {
          trigger: changes.trigger ?? before.trigger,
          conditions: changes.conditions ?? (before.conditions as Condition[]),
          steps: changes.steps ?? before.steps,
        },
        before.channel_id,
      )
    : { ...before, channelsToJoin: [] }
  if (changes.trigger) await checkCommand(mutation, trigger, id)
  const isRetargeted = !isDeepStrictEqual(trigger, before.trigger)
  // they joined what the previous trigger was about
  if (isRetargeted) await removeSkippedJoins(tx, id)
  if (bot) await subscribe(mutation, channelsToJoin, [bot])
  if (changes.name !== undefined && bot) await changeName(mutation, bot, changes.name)
  const isRescheduled = changes.trigger !== undefined || is_enabled !== before.is_enabled
  const isTurnedOn = is_enabled && !before.is_enabled
  const after = await saved(mutation, id, {
    ...changes,
    trigger,
    conditions,
    steps,
    ...webhookKeyFor(mutation, before, trigger),
    ...(isRewritten ? callSecretFor(mutation.org, steps, before) : {}),
    ...(isRescheduled ? { due_at: is_enabled ? nextDue(trigger, now) : null } : {}),
    ...(isRetargeted ? { skipped_people: 0 } : {}),
    ...(isTurnedOn ? { failures: 0, paused_because: null } : {}),
    revision: before.revision + 1,
    changed_by: viewer.id,
    changed_at: now,
  })
  const managers = new Set(managersOf(mutation.org, after))
  const former = managersOf(mutation.org, before).filter((managerId) => !managers.has(managerId))
  if (former.length > 0) mutation.emit(api.automationRemoved, { automation_id: id }, former)
  return after
}

/** Keeps the address as long as the trigger needs one. */
function webhookKeyFor({ org }: Mutation, { bot_id, webhook_hash }: store.Stored, { kind }: StoredTrigger) {
  if (kind !== 'webhook') return noWebhookKey
  return webhook_hash === null ? newWebhookKey(org, bot_id) : {}
}

/** Writes changes and announces them. */
export async function saved(
  mutation: Mutation,
  id: number,
  changes: Parameters<typeof store.update>[2],
): Promise<store.Stored> {
  const row = await store.update(mutation.tx, id, changes)
  mutation.emit(api.automationUpdated, { automation: store.toWire(row) }, managersOf(mutation.org, row))
  announceCommand(mutation, id, row)
  return row
}

export async function deleteAutomation(mutation: Mutation, id: number): Promise<void> {
  const row = await managedAutomation(mutation.tx, mutation, id)
  await store.remove(mutation.tx, id)
  mutation.emit(api.automationRemoved, { automation_id: id }, managersOf(mutation.org, row))
  announceCommand(mutation, id, undefined)
  const bot = mutation.get(peopleCache).byId.get(row.bot_id)
  if (bot) await deactivateUser(mutation, bot)
}
