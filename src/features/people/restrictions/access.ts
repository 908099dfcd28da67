import { type ApiErrorKind, readOnly, readOnlyUntil, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { holdersOf } from '../groups/access/holders.ts'
import { actorOf } from '../organization/access.ts'
import { settingsOf } from '../organization/cache.ts'
import { administeredUser } from '../users/access/index.ts'
import { type Account, timeForAccount } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { restrictionsCache } from './cache.ts'
import * as errors from './errors.ts'
import { activeLockdown, checkNotLockedDown } from './lockdown/access.ts'
import {
  blocks,
  isInEffect,
  isWithModerators,
  type RestrictedAction,
  restrictError,
  restrictsMembers,
} from './rules.ts'
import { type Known, toOwn } from './store.ts'
import type { RestrictionKind } from './wire.ts'

interface RestrictionContext {
  readonly org: Organization
  readonly viewer: Viewer
}

/** An account's restrictions, a bot's with those of its owner. One can be over until the timer ends it. */
export function restrictionsOn(org: Organization, userId: UserId): readonly Known[] {
  const all = org.get(restrictionsCache)
  // perf: most organizations have none
  if (all.size === 0) return []
  const own = all.get(userId) ?? []
  const ownerId = org.get(peopleCache).byId.get(userId)?.botOwnerId
  return ownerId ? [...own, ...(all.get(ownerId) ?? [])] : own
}

/** Throws if a restriction or lockdown blocks the viewer's action. */
export function checkNotRestricted({ org, viewer }: RestrictionContext, act: RestrictedAction): void {
  checkNotLockedDown(org, viewer.id, act)
  for (const row of restrictionsOn(org, viewer.id)) {
    const shown = toOwn(row)
    if (isInEffect(shown, org.now().getTime()) && blocks(shown, act)) throw restricted(org, viewer, row)
  }
}

/** In a channel, or in a direct conversation of these people. */
export function checkCanWriteIn(
  context: RestrictionContext,
  place: { readonly channelId: number } | { readonly userIds: readonly UserId[] },
): void {
  const { org, viewer } = context
  if (org.get(restrictionsCache).size === 0 && !activeLockdown(org)) return
  if ('channelId' in place) {
    checkNotRestricted(context, { in: 'channel', channelId: place.channelId })
    return
  }
  const { byId } = org.get(peopleCache)
  const others = place.userIds.flatMap((id) => {
    const account = id === viewer.id ? undefined : byId.get(id)
    return account ? [{ role: account.role, isBot: account.botType !== null }] : []
  })
  checkNotRestricted(context, { in: 'direct', isWithModerators: isWithModerators(others) })
}

const kinds: Readonly<Record<RestrictionKind, readonly [until: ApiErrorKind, always: ApiErrorKind]>> = {
  read_only: [readOnlyUntil, readOnly],
  no_direct_messages: [errors.noDirectMessagesUntil, errors.noDirectMessages],
  read_only_in: [errors.readOnlyInUntil, errors.readOnlyIn],
}

function restricted(org: Organization, viewer: Viewer, row: Known) {
  const { kind, until, reason } = toOwn(row)
  const [withEnd, always] = kinds[kind]
  if (row.until === null) return always({ kind, until }, { reason })
  const account = org.get(peopleCache).byId.get(viewer.id)
  return withEnd({ kind, until }, { end: timeForAccount(account, row.until), reason })
}

/** An account that the viewer can restrict. */
export function restrictableUser({ org, viewer }: RestrictionContext, userId: UserId): Account {
  const account = administeredUser(org, userId)
  const owner = org.get(peopleCache).ownerOf(account)
  const problem = restrictError(actorOf(org, viewer), { role: account.role, owner })
  if (problem === 'notAllowed') throw errors.cannotRestrict()
  if (problem === 'rank') throw errors.cannotRestrictRank()
  return account
}

export function checkRestrictsMembers({ org, viewer }: RestrictionContext): void {
  if (!restrictsMembers.allows(actorOf(org, viewer))) throw errors.cannotRestrict()
}

/** People who can restrict others. */
export const moderatorsOf = (org: Organization): UserId[] =>
  [...holdersOf(org, settingsOf(org).can_restrict_members_group)].filter((id) => {
    const viewer = org.viewer(id)
    return viewer !== undefined && restrictsMembers.allows(actorOf(org, viewer))
  })
