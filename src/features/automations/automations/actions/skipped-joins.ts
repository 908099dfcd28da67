import { ApiError, type ChannelId, dayMs, type UserId, unitSecs } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { readerFor } from '../../../messages/messages/access/reader.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { checkCanAutomate, managedAutomation } from '../access.ts'
import { causeOf } from '../cause.ts'
import { ConditionCheck } from '../conditions/hold.ts'
import { turnedOff } from '../errors.ts'
import { eventTriggersCache } from '../event-triggers-cache.ts'
import { maxRunsPerHour, maxSkippedPeople, skippedPeopleKeptDays } from '../limits.ts'
import * as skipped from '../skipped-joins-store.ts'
import * as store from '../store.ts'
import { saved } from './change.ts'
import { startRun } from './start.ts'

interface Join {
  readonly onceKey: string
  readonly personId: UserId
  readonly channelId?: ChannelId
}

const secondsBetweenRuns = unitSecs.hour / maxRunsPerHour.automation

const forgottenAt = (skippedAt: Date): Date => new Date(skippedAt.getTime() + skippedPeopleKeptDays * dayMs)

/** Joins of a batch that's too large to start runs, stored so that managers can start them. */
export class SkippedJoins {
  readonly #mutation: Mutation
  readonly #joins = new Map<number, Join[]>()

  constructor(mutation: Mutation) {
    this.#mutation = mutation
  }

  add(listeners: readonly { readonly automationId: number }[], join: Join): this {
    for (const { automationId } of listeners) {
      const joins = this.#joins.get(automationId)
      if (joins) joins.push(join)
      else this.#joins.set(automationId, [join])
    }
    return this
  }

  async save(): Promise<void> {
    for (const [automationId, joins] of this.#joins) await this.#saveOf(automationId, joins)
  }

  async #saveOf(automationId: number, joins: readonly Join[]): Promise<void> {
    const { tx, org, now } = this.#mutation
    const free = maxSkippedPeople - (await skipped.count(tx, automationId))
    if (free <= 0) return
    const stored = await skipped.storedKeys(
      tx,
      automationId,
      joins.map(({ onceKey }) => onceKey),
    )
    const added = joins.filter(({ onceKey }) => !stored.has(onceKey)).slice(0, free)
    await skipped.insert(
      tx,
      added.map(({ onceKey, personId, channelId }) => ({
        org_id: org.id,
        automation_id: automationId,
        person_id: personId,
        channel_id: channelId ?? null,
        once_key: onceKey,
        skipped_at: now,
        is_started: false,
        due_at: forgottenAt(now),
      })),
    )
    await updateCount(this.#mutation, automationId)
  }
}

async function updateCount(mutation: Mutation, automationId: number): Promise<void> {
  await saved(mutation, automationId, { skipped_people: await skipped.count(mutation.tx, automationId) })
}

/** Schedules a run for each person, as far apart as the automation's limit requires. Returns their number. */
export async function startSkippedJoins(mutation: Mutation, id: number): Promise<number> {
  const { tx, now } = mutation
  const row = await managedAutomation(tx, mutation, id)
  checkCanAutomate(mutation, row.channel_id)
  if (!row.is_enabled) throw turnedOff()
  const last = await skipped.lastStart(tx, id)
  // after those that were started earlier
  const next = last === null ? 0 : last.getTime() + secondsBetweenRuns * 1_000
  const first = new Date(Math.max(next, now.getTime()))
  const people = await skipped.start(tx, id, { first, secondsBetween: secondsBetweenRuns })
  if (people > 0) await updateCount(mutation, id)
  return people
}

/** Starts the run of a join that's due, or deletes the join if no one has started it in time. Returns the run. */
export async function runSkippedJoin(mutation: Mutation, id: number): Promise<store.StoredRun | undefined> {
  const { tx, now } = mutation
  const join = await skipped.find(tx, id)
  // done or postponed by another process since it was read
  if (!join || join.due_at > now) return undefined
  const { automation_id, is_started, skipped_at } = join
  const row = await store.find(tx, mutation.org.id, automation_id)
  if (is_started && row?.is_enabled) {
    const run = await startedRun(mutation, row, join)
    if (run === 'limited') await skipped.due.postpone(tx, [id], new Date(now.getTime() + secondsBetweenRuns * 1_000))
    else await skipped.due.remove(tx, id)
    return run === 'limited' ? undefined : run
  }
  if (is_started && forgottenAt(skipped_at) > now)
    await skipped.update(tx, id, { is_started: false, due_at: forgottenAt(skipped_at) })
  else await skipped.due.remove(tx, id)
  await updateCount(mutation, automation_id)
  return undefined
}

/** Undefined if the person has left, has already started a run, or the conditions aren't met. */
async function startedRun(
  mutation: Mutation,
  row: store.Stored,
  join: skipped.SkippedJoin,
): Promise<store.StoredRun | 'limited' | undefined> {
  const { person_id: personId, channel_id: channelId, once_key: onceKey } = join
  if (!(await isStillThere(mutation, row, join))) return undefined
  const channel = channelId === null ? undefined : mutation.get(channelsCache).byId.get(channelId)
  const check = new ConditionCheck(mutation, { personId, ...(channel ? { channel } : {}) })
  if (!(await check.hold(mutation.get(eventTriggersCache).conditionsOf(row.id)))) return undefined
  const run = await startRun(mutation, row, { onceKey, personId, ...(channelId === null ? {} : { channelId }) })
  if (run === 'repeated') return undefined
  return typeof run === 'string' ? 'limited' : run
}

async function isStillThere(
  mutation: Mutation,
  row: store.Stored,
  { person_id, channel_id }: skipped.SkippedJoin,
): Promise<boolean> {
  if (!mutation.get(peopleCache).byId.get(person_id)?.isActive) return false
  const reader = await readerFor(mutation, row.bot_id)
  const run = { message_id: null, person_id, channel_id, topic: null, text: null, trigger: row.trigger }
  try {
    return reader !== undefined && (await causeOf(mutation.tx, reader, row, run)) !== undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}
