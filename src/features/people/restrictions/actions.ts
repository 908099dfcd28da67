import type { ChannelId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { extensionPoint } from '#platform/serve'
import { keepCommand } from '../audit-log/actions.ts'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { moderatorsOf, restrictableUser } from './access.ts'
import { restrictionsCache } from './cache.ts'
import * as errors from './errors.ts'
import { restrictionLifted, restrictionSaved } from './hooks.ts'
import { maxKeptPerPerson, maxRestrictionSecs, minRestrictionSecs } from './limits.ts'
import { ownRestrictionsChanged, restrictionChanged } from './states.ts'
import * as store from './store.ts'
import type { RestrictionKind } from './wire.ts'

/** Throws if the viewer doesn't know a channel; answered by the channels feature. */
export const channelsOfRestriction = extensionPoint(
  async (_mutation: Mutation, _ids: readonly ChannelId[]): Promise<void> => {},
)

interface NewRestriction {
  readonly kind: RestrictionKind
  readonly stream_ids: readonly ChannelId[]
  readonly until: number | null
  readonly reason: string
  readonly note: string
}

export async function restrict(mutation: Mutation, userId: UserId, wanted: NewRestriction): Promise<store.Stored> {
  const account = restrictableUser(mutation, userId)
  const { kind, reason, note } = wanted
  const channel_ids = await knownChannels(mutation, kind, wanted.stream_ids)
  const until = checkedEnd(mutation, wanted.until)
  const row = await saveRestriction(mutation, account, { kind, channel_ids, until, reason, note })
  if (!row) throw errors.alreadyRestricted()
  return row
}

type SavedFields = Pick<store.Stored, 'channel_ids' | 'until' | 'reason' | 'note'> & { readonly kind: RestrictionKind }

/** Undefined if the account already has a restriction of this kind. */
async function saveRestriction(
  mutation: Mutation,
  account: Account,
  fields: SavedFields,
): Promise<store.Stored | undefined> {
  const { tx, org, now, viewerId } = mutation
  const same = (await store.current(tx, org.id, [account.id])).find(({ kind }) => kind === fields.kind)
  if (same && !isOver(same, now)) return undefined
  if (same) await end(mutation, same)
  const row = await store.insert(tx, {
    ...{ ...fields, org_id: org.id, user_id: account.id, due_at: fields.until },
    ...{ restricted_by: viewerId, created_at: now, ended_at: null, ended_by: null },
  })
  await store.removeBeyond(tx, account.id, maxKeptPerPerson)
  await restrictionSaved(mutation, row)
  await announce(mutation, account)
  return row
}

interface AutomaticRestriction {
  /** Null until a moderator lifts it. */
  readonly minutes: number | null
  readonly reason: string
  readonly note: string
}

/**
 * Makes an account read-only without a moderator, and returns the restriction; undefined if it's read-only already. The
 * caller decides whether the account may be restricted.
 */
export async function makeReadOnly(
  mutation: Mutation,
  account: Account,
  { minutes, reason, note }: AutomaticRestriction,
): Promise<store.Stored | undefined> {
  const until = minutes === null ? null : new Date(mutation.now.getTime() + minutes * 60_000)
  const row = await saveRestriction(mutation, account, { kind: 'read_only', channel_ids: [], until, reason, note })
  if (row) await keepCommand(mutation, 'restrict user', { user_id: account.id, reason, note, minutes }, 'server')
  return row
}

interface RestrictionChanges {
  readonly stream_ids?: readonly ChannelId[] | undefined
  readonly until?: number | null | undefined
  readonly reason?: string | undefined
  readonly note?: string | undefined
}

export async function changeRestriction(
  mutation: Mutation,
  userId: UserId,
  id: number,
  { stream_ids, until, reason, note }: RestrictionChanges,
): Promise<store.Stored> {
  const account = restrictableUser(mutation, userId)
  const before = await inEffect(mutation, userId, id)
  const ends = until === undefined ? undefined : checkedEnd(mutation, until)
  const kind = before.kind as RestrictionKind
  const changes = {
    ...(stream_ids && { channel_ids: await knownChannels(mutation, kind, stream_ids, before.channel_ids) }),
    ...(ends !== undefined && { until: ends, due_at: ends }),
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
  }
  if (Object.keys(changes).length === 0) throw errors.nothingToRestrict()
  const after = await store.change(mutation.tx, id, changes)
  await restrictionSaved(mutation, after)
  await announce(mutation, account)
  return after
}

export async function liftRestriction(mutation: Mutation, userId: UserId, id: number): Promise<void> {
  const account = restrictableUser(mutation, userId)
  await inEffect(mutation, userId, id)
  const ending = { due_at: null, ended_at: mutation.now, ended_by: mutation.viewer.id }
  await restrictionLifted(mutation, await store.change(mutation.tx, id, ending))
  await announce(mutation, account)
}

/** Ends a restriction whose time is over, unless it was changed in between. */
export async function endRestriction(mutation: Mutation, { user_id, id }: store.Stored, now: Date): Promise<void> {
  const row = await store.find(mutation.tx, user_id, id)
  if (!row?.due_at || row.due_at > now) return
  await end(mutation, row)
  const account = mutation.get(peopleCache).byId.get(user_id)
  if (account) await announce(mutation, account)
}

const end = ({ tx }: Mutation, { id, until }: store.Known) => store.change(tx, id, { due_at: null, ended_at: until })

/** Restrictions stay in the table for a moment after their time is over, until the timer ends them. */
const isOver = ({ until }: store.Known, now: Date): boolean => until !== null && until <= now

async function inEffect({ tx, now }: Mutation, userId: UserId, id: number): Promise<store.Stored> {
  const row = await store.find(tx, userId, id)
  if (!row || isOver(row, now)) throw errors.noSuchRestriction()
  return row
}

/** The texts about a person whose profile is deleted. */
export async function forgetTexts(mutation: Mutation, account: Account): Promise<void> {
  await store.forgetTexts(mutation.tx, account.id)
  if (mutation.get(restrictionsCache).has(account.id)) await announce(mutation, account)
}

async function announce(mutation: Mutation, account: Account): Promise<void> {
  mutation.emit(restrictionChanged, { user_id: account.id }, moderatorsOf(mutation.org))
  await announceOwn(mutation, [account, ...mutation.get(peopleCache).botsOf(account.id)])
}

/** A bot follows its owner's restrictions. */
export async function announceOwn(mutation: Mutation, affected: readonly Account[]): Promise<void> {
  const { tx, org } = mutation
  const owners = affected.flatMap(({ botOwnerId }) => botOwnerId ?? [])
  const rows = await store.current(tx, org.id, [...affected.map(({ id }) => id), ...owners])
  for (const { id, botOwnerId } of affected) {
    const own = [...rows.filter((row) => row.user_id === id), ...rows.filter((row) => row.user_id === botOwnerId)]
    mutation.emit(ownRestrictionsChanged, { restrictions: own.map(store.toOwn) }, [id])
  }
}

async function knownChannels(
  mutation: Mutation,
  kind: RestrictionKind,
  given: readonly ChannelId[],
  before: readonly ChannelId[] = [],
): Promise<ChannelId[]> {
  if (kind !== 'read_only_in') {
    if (given.length > 0) throw errors.channelsUnused()
    return []
  }
  const ids = [...new Set(given)].sort((a, b) => a - b)
  if (ids.length === 0) throw errors.channelsMissing()
  // another moderator can have named channels that this one doesn't know
  await channelsOfRestriction(
    mutation,
    ids.filter((id) => !before.includes(id)),
  )
  return ids
}

function checkedEnd({ now }: Mutation, until: number | null): Date | null {
  if (until === null) return null
  const lasts = until - now.getTime() / 1_000
  // a client that counts from its own clock may be a moment late
  if (lasts < minRestrictionSecs - 5 || lasts > maxRestrictionSecs) throw errors.invalidRestrictionEnd()
  return new Date(until * 1_000)
}
