import { dayMs, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { profileIsDeleted } from '../../../people/users/errors.ts'
import { readerFor } from '../../messages/access/reader.ts'
import { maxAtOnce, removeMessages } from '../../messages/actions/delete.ts'
import { restoreDeletion } from '../../messages/actions/restore.ts'
import { deleteAllHidden } from '../../reports/actions.ts'
import { announceFile, canModerate } from '../access.ts'
import * as errors from '../errors.ts'
import { maxDeletionsKept, undoMs } from '../limits.ts'
import { canUndoOf } from '../rules.ts'
import type { DeletionPeriod } from '../wire.ts'
import { deletablePage, startOf } from './access.ts'
import { bulkChangeStarting, deletionStarted, deletionUndone } from './hooks.ts'
import * as store from './store.ts'

/** Higher than any message's ID. */
const noBound = Number.MAX_SAFE_INTEGER
/** Restoring a message takes about a dozen statements. */
const restoredAtOnce = 10

export async function startDeletion(
  mutation: Mutation,
  userId: UserId,
  period: DeletionPeriod,
  keptDays: number,
): Promise<store.Stored> {
  const { tx, org, now } = mutation
  const account = restrictableUser(mutation, userId)
  if (await store.runningOf(tx, userId)) throw errors.deletionRunning()
  await bulkChangeStarting(mutation, account)
  const row = await store.insert(tx, {
    ...{ org_id: org.id, user_id: userId, creator_id: mutation.viewer.id, period },
    ...{ since: startOf(period, now), before_id: noBound, state: 'deleting', created_at: now, due_at: now },
    undo_until: new Date(now.getTime() + Math.min(undoMs, keptDays * dayMs)),
  })
  await store.removeBeyond(tx, userId, maxDeletionsKept, now)
  const hidden = await deleteAllHidden(mutation, row)
  await deletionStarted(mutation, row)
  announceFile(mutation, account)
  return hidden === 0 ? row : store.change(tx, row.id, { deleted: hidden })
}

export async function undoDeletion(mutation: Mutation, userId: UserId, id: number): Promise<store.Stored> {
  const { tx, org, now, viewer } = mutation
  const account = restrictableUser(mutation, userId)
  const before = await store.find(tx, org.id, id)
  if (before?.user_id !== userId) throw errors.noSuchDeletion()
  if (account.isDeleted) throw profileIsDeleted()
  if (!canUndoOf(viewer, creatorOf(mutation, before))) throw errors.cannotUndoRank()
  if (before.undone_by !== null) throw errors.undoneAlready()
  if (before.undo_until <= now) throw errors.tooLateToUndo()
  const running = await store.runningOf(tx, userId)
  if (running && running.id !== id) throw errors.deletionRunning()
  await bulkChangeStarting(mutation, account)
  const row = await store.change(tx, id, { state: 'restoring', due_at: now, undone_by: viewer.id })
  await deletionUndone(mutation, row)
  announceFile(mutation, account)
  return row
}

const creatorOf = (mutation: Mutation, row: store.Stored): Account =>
  mutation.get(peopleCache).byId.get(row.creator_id) as Account

/** Makes earlier deletions permanent when an administrator permanently deletes a person's profile or messages. */
export async function endUndo(mutation: Mutation, account: Account): Promise<void> {
  if ((await store.endUndo(mutation.tx, account.id, mutation.now)) > 0) announceFile(mutation, account)
}

/** Runs the next step of a deletion or restoration; returns whether there's more to do. */
export async function runStep(mutation: Mutation, id: number): Promise<boolean> {
  const row = await store.find(mutation.tx, mutation.org.id, id)
  if (!row?.due_at) return false
  const after = row.state === 'restoring' ? await restoreSome(mutation, row) : await deleteSome(mutation, row)
  const account = mutation.get(peopleCache).byId.get(row.user_id)
  if (account && after.state !== row.state) announceFile(mutation, account)
  return after.due_at !== null
}

async function deleteSome(mutation: Mutation, row: store.Stored): Promise<store.Stored> {
  const { tx, org } = mutation
  const account = mutation.get(peopleCache).byId.get(row.user_id)
  const reader = await readerFor(mutation, row.creator_id)
  // checked in each step, because permissions and subscriptions can change while it runs
  if (!account || !reader || !canModerate(org, row.creator_id, account))
    return store.change(tx, row.id, { state: 'stopped', due_at: null })
  const page = { since: row.since, before: row.before_id, size: maxAtOnce }
  const { messages, next } = await deletablePage(tx, reader, row.user_id, page)
  const ids = messages.filter(({ sent_at }) => sent_at <= row.created_at).map(({ id }) => id)
  await removeMessages(mutation, ids, row.creator_id, row.id)
  return store.change(tx, row.id, {
    deleted: row.deleted + ids.length,
    ...(next === null ? { state: 'deleted', due_at: null } : { before_id: next }),
  })
}

async function restoreSome(mutation: Mutation, row: store.Stored): Promise<store.Stored> {
  // others can still undo the rest
  if (!canRestore(mutation, row))
    return store.change(mutation.tx, row.id, { state: 'stopped', due_at: null, undone_by: null })
  const restored = await restoreDeletion(mutation, row.id, restoredAtOnce)
  return store.change(mutation.tx, row.id, {
    restored: row.restored + restored,
    ...(restored < restoredAtOnce && { state: 'restored', due_at: null }),
  })
}

function canRestore(mutation: Mutation, row: store.Stored): boolean {
  const { org } = mutation
  const account = mutation.get(peopleCache).byId.get(row.user_id)
  const viewer = row.undone_by === null ? undefined : org.viewer(row.undone_by)
  if (!account || account.isDeleted || !viewer) return false
  return canModerate(org, viewer.id, account) && canUndoOf(viewer, creatorOf(mutation, row))
}
