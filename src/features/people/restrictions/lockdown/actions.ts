import type { Mutation } from '#platform/organization'
import { checkRestrictsMembers } from '../access.ts'
import { activeLockdown, announcedLockdown } from './access.ts'
import * as errors from './errors.ts'
import { lockdownEndedEarly, lockdownSaved } from './hooks.ts'
import { lockdownChanged } from './states.ts'
import * as store from './store.ts'

type Hours = 1 | 8 | 24

const everyone = { everyone: true } as const

export async function startLockdown(
  mutation: Mutation,
  { hours, reason }: { readonly hours: Hours; readonly reason: string },
): Promise<store.Stored> {
  const { tx, org, now } = mutation
  checkRestrictsMembers(mutation)
  if (activeLockdown(org)) throw errors.alreadyLockedDown()
  // the job scheduler hasn't ended the previous one yet
  if (announcedLockdown(org)) mutation.emit(lockdownChanged, { lockdown: null }, everyone)
  await store.removeAll(tx, org.id)
  const until = endAfter(now, hours)
  const row = await store.insert(tx, {
    ...{ org_id: org.id, until, due_at: until, reason, started_by: mutation.viewer.id, started_at: now },
    ...{ ended_at: null, ended_by: null },
  })
  mutation.emit(lockdownChanged, { lockdown: store.toWire(row) }, everyone)
  await lockdownSaved(mutation, row)
  return row
}

/** `hours` are from now. */
export async function changeLockdown(
  mutation: Mutation,
  { hours, reason }: { readonly hours?: Hours | undefined; readonly reason?: string | undefined },
): Promise<store.Stored> {
  checkRestrictsMembers(mutation)
  const before = activeLockdown(mutation.org)
  if (!before) throw errors.notLockedDown()
  if (hours === undefined && reason === undefined) throw errors.nothingToChange()
  const until = hours === undefined ? before.until : endAfter(mutation.now, hours)
  const row = await store.change(mutation.tx, before.id, {
    ...{ until, due_at: until },
    ...(reason !== undefined && { reason }),
  })
  mutation.emit(lockdownChanged, { lockdown: store.toWire(row) }, everyone)
  await lockdownSaved(mutation, row)
  return row
}

export async function endLockdown(mutation: Mutation): Promise<void> {
  checkRestrictsMembers(mutation)
  const lockdown = activeLockdown(mutation.org)
  if (!lockdown) throw errors.notLockedDown()
  await end(mutation, lockdown, { ended_at: mutation.now, ended_by: mutation.viewer.id })
  await lockdownEndedEarly(mutation, lockdown)
}

/** Ends an expired lockdown, unless it was extended or replaced since. */
export async function endIfExpired(mutation: Mutation, { id }: store.Stored, now: Date): Promise<void> {
  const lockdown = announcedLockdown(mutation.org)
  if (lockdown?.id === id && lockdown.until <= now)
    await end(mutation, lockdown, { ended_at: lockdown.until, ended_by: null })
}

async function end(
  mutation: Mutation,
  { id }: store.Stored,
  ending: Pick<store.Stored, 'ended_at' | 'ended_by'>,
): Promise<void> {
  await store.change(mutation.tx, id, { due_at: null, ...ending })
  mutation.emit(lockdownChanged, { lockdown: null }, everyone)
}

const endAfter = (now: Date, hours: Hours): Date => new Date(now.getTime() + hours * 3_600_000)
