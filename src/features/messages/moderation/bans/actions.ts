import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import { deactivateUser } from '../../../people/users/actions/index.ts'
import { announceFile } from '../access.ts'
import { startDeletion } from '../deletions/actions.ts'
import * as errors from '../errors.ts'
import { addNote } from '../notes/actions.ts'
import { canBanAtAge } from '../rules.ts'
import type { DeletionPeriod } from '../wire.ts'
import { userBanned } from './hooks.ts'

interface BanOptions {
  readonly period: DeletionPeriod | 'none'
  readonly note: string
  readonly reason: string
  readonly sendsEmail: boolean
  readonly keptDays: number
}

/** The caller closes the event queues of the deactivated accounts. */
export async function ban(mutation: Mutation, userId: UserId, { period, note, keptDays, ...email }: BanOptions) {
  const account = restrictableUser(mutation, userId)
  if (account.botType !== null) throw errors.cannotBanBot()
  if (!account.isActive) throw errors.alreadyBanned()
  if (!canBanAtAge(mutation.viewer, account.joinedAt.getTime(), mutation.now.getTime())) throw errors.tooOldToBan()
  if (note !== '') await addNote(mutation, userId, note)
  const deletion = period === 'none' ? null : await startDeletion(mutation, userId, period, keptDays)
  const deactivated = await deactivateUser(mutation, account)
  announceFile(mutation, account)
  await userBanned(mutation, account, email)
  return { deactivated, deletion }
}
