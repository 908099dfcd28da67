import type { UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { setWelcomed } from '../../../people/groups/actions/role-groups.ts'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import { restrict } from '../../../people/restrictions/actions.ts'
import type { Account } from '../../../people/users/account.ts'
import { announceFile } from '../access.ts'
import * as errors from '../errors.ts'

/** Makes someone a full member. Idempotent. */
export async function welcome(mutation: Mutation, userId: UserId): Promise<void> {
  const account = human(mutation, userId)
  await setWelcomed(mutation, account, true)
  announceFile(mutation, account)
}

export async function unwelcome(mutation: Mutation, userId: UserId): Promise<void> {
  const account = human(mutation, userId)
  if (!account.isWelcomed) throw errors.notWelcomed()
  await setWelcomed(mutation, account, false)
  announceFile(mutation, account)
}

export async function makeReadOnly(mutation: Mutation, userId: UserId, reason: string): Promise<void> {
  await restrict(mutation, userId, { kind: 'read_only', stream_ids: [], until: null, reason, note: '' })
}

function human(mutation: Mutation, userId: UserId): Account {
  const account = restrictableUser(mutation, userId)
  if (!account.isActive || account.botType !== null) throw errors.cannotWelcome()
  return account
}
