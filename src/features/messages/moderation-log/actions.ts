import { isGuest } from '#contract'
import type { Mutation } from '#platform/organization'
import { settingsOf } from '../../people/organization/cache.ts'
import type { OrganizationSettings } from '../../people/organization/settings.ts'
import type { SavedRestriction } from '../../people/restrictions/hooks.ts'
import type { SavedLockdown } from '../../people/restrictions/lockdown/hooks.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { StartedDeletion } from '../moderation/deletions/hooks.ts'
import { keptMs, maxKept } from './limits.ts'
import { moderationLogChanged } from './states.ts'
import * as store from './store.ts'
import type { LoggedAction } from './wire.ts'

type Entry = store.Source & Pick<store.Stored, 'user_id' | 'detail' | 'until' | 'reason'>

export const logRestriction = (mutation: Mutation, { id, user_id, kind, until, reason }: SavedRestriction) =>
  save(mutation, { action: 'restriction', source_id: id, user_id, detail: kind, until, reason })

export const logLockdown = (mutation: Mutation, { id, until, reason }: SavedLockdown) =>
  save(mutation, { action: 'lockdown', source_id: id, user_id: null, detail: null, until, reason })

export const logBan = (mutation: Mutation, { id }: Account, { reason }: { readonly reason: string }) =>
  add(mutation, { action: 'ban', source_id: id, user_id: id, detail: null, until: null, reason })

export const logDeletion = (mutation: Mutation, { id, user_id, period }: StartedDeletion) =>
  add(mutation, { action: 'message_deletion', source_id: id, user_id, detail: period, until: null, reason: '' })

/** Handles a hook that's called when an action was reversed. */
export const reversalOf =
  (action: LoggedAction) =>
  async (mutation: Mutation, { id }: { readonly id: number }): Promise<void> => {
    await logReversal(mutation, { action, source_id: id })
  }

/** Removes the person's name, too: the log doesn't name people whose punishment was reversed. */
async function logReversal(mutation: Mutation, source: store.Source): Promise<boolean> {
  const { tx, org, now } = mutation
  const isLogged = await store.change(tx, org.id, source, { user_id: null, reversed_at: now })
  if (isLogged) announce(mutation)
  return isLogged
}

/** Messages that were deleted along with the ban stay deleted, but no longer name the person. */
export async function logUnban(mutation: Mutation, { id }: Account): Promise<void> {
  if (await logReversal(mutation, { action: 'ban', source_id: id })) await store.forgetBanned(mutation.tx, id)
}

/** Turning the log off deletes it. */
export async function removeLog(
  mutation: Mutation,
  before: OrganizationSettings,
  after: OrganizationSettings,
): Promise<void> {
  if (before.public_moderation_log && !after.public_moderation_log) await store.removeAll(mutation.tx, mutation.org.id)
}

/** Removes the name of someone whose profile is deleted. */
export async function forgetPerson(mutation: Mutation, { id }: Account): Promise<void> {
  if (await store.forgetPerson(mutation.tx, id)) announce(mutation)
}

/** Adds the entry, or changes it if it's in the log. */
async function save(mutation: Mutation, entry: Entry): Promise<void> {
  const { until, reason } = entry
  if (await store.change(mutation.tx, mutation.org.id, entry, { until, reason })) announce(mutation)
  else await add(mutation, entry)
}

async function add(mutation: Mutation, entry: Entry): Promise<void> {
  const { tx, org, now } = mutation
  if (!settingsOf(org).public_moderation_log) return
  await store.insert(tx, { ...entry, org_id: org.id, at: now, reversed_at: null })
  await store.removeOld(tx, org.id, new Date(now.getTime() - keptMs), maxKept)
  announce(mutation)
}

function announce(mutation: Mutation): void {
  const readers = mutation
    .get(peopleCache)
    .all()
    .filter((account) => account.isActive && !isGuest(account))
  mutation.emit(
    moderationLogChanged,
    {},
    readers.map(({ id }) => id),
  )
}
