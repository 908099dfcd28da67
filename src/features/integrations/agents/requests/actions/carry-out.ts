import { ApiError } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { accessTokensCache } from '../../../../sign-in/access-tokens/cache.ts'
import { concernedBy } from '../access.ts'
import * as api from '../api.ts'
import { serialize } from '../serialize.ts'
import * as store from '../store.ts'

export const announce = (mutation: Mutation, row: store.Stored): void =>
  mutation.emit(api.agentRequestUpdated, { request: serialize(row) }, concernedBy(mutation.org, row))

/** The request has already been carried out, or another process has begun to. */
class NotApproved extends Error {}

export async function expire(mutation: Mutation, id: number): Promise<void> {
  const changed = await store.change(mutation.tx, id, ['waiting'], { state: 'expired', due_at: null })
  if (changed) announce(mutation, changed)
}

async function fail(org: Organization, id: number, problem: string): Promise<void> {
  await org.transact(null, async (mutation) => {
    const changed = await store.change(mutation.tx, id, ['approved'], { state: 'failed', problem, due_at: null })
    if (changed) announce(mutation, changed)
  })
}

const maxAttempts = 5

/**
 * Carries out an approved request with the current permissions of the account and the token. The first transaction of
 * the call marks it as done, so it's done only once, whatever else runs or fails at the same time.
 */
export async function carryOut(org: Organization, row: store.Stored): Promise<void> {
  const token = org.get(accessTokensCache).withId(row.token_id, () => org.now())
  if (!token) return fail(org, row.id, 'The access token was revoked, or has expired')
  if (row.attempts > maxAttempts) return fail(org, row.id, 'The server could not do it')
  let isStarted = false
  const begin = async (mutation: Mutation): Promise<void> => {
    if (isStarted) return
    const changed = await store.change(mutation.tx, row.id, ['approved'], { state: 'done', due_at: null })
    if (!changed) throw new NotApproved()
    announce(mutation, changed)
    mutation.onCommit(() => {
      isStarted = true
    })
  }
  const call = {
    operation: row.operation,
    params: new Map(Object.entries(row.params)),
    token,
    requestId: `agent-request-${org.id}-${row.id}`,
    address: row.address,
    begin,
  }
  try {
    const result = await org.services.callAgain(org, call)
    await org.transact(null, async (mutation) => {
      // a call without changes has no transaction
      if (!isStarted) await begin(mutation)
      const changed = await store.change(mutation.tx, row.id, ['done'], { result })
      if (changed) announce(mutation, changed)
    })
  } catch (error) {
    if (error instanceof NotApproved) return
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (!isStarted) await fail(org, row.id, error.message)
  }
}
