import { ApiError } from '#contract'
import type { Act, Organization } from '#platform/organization'
import { accessTokensMirror } from '../../access-tokens/mirror.ts'
import { concernedBy } from '../access.ts'
import * as api from '../api.ts'
import { present } from '../present.ts'
import * as store from '../store.ts'

export const tellOf = (act: Act, row: store.Stored): void =>
  act.emit(api.agentRequestUpdated, { request: present(row) }, concernedBy(act.org, row))

/** The request has already been carried out, or another process has begun to. */
class NotApproved extends Error {}

export async function expire(act: Act, id: number): Promise<void> {
  const changed = await store.change(act.tx, id, ['waiting'], { state: 'expired', due_at: null })
  if (changed) tellOf(act, changed)
}

async function fail(org: Organization, id: number, problem: string): Promise<void> {
  await org.write(null, async (act) => {
    const changed = await store.change(act.tx, id, ['approved'], { state: 'failed', problem, due_at: null })
    if (changed) tellOf(act, changed)
  })
}

const mostAttempts = 5

/**
 * Carries out an approved request with the current permissions of the account and the token. The first transaction of
 * the call marks it as done, so it's done only once, whatever else runs or fails at the same time.
 */
export async function carryOut(org: Organization, row: store.Stored): Promise<void> {
  const token = org.get(accessTokensMirror).withId(row.token_id, () => org.now())
  if (!token) return fail(org, row.id, 'The access token was revoked, or has expired')
  if (row.attempts > mostAttempts) return fail(org, row.id, 'The server could not do it')
  let isBegun = false
  const begin = async (act: Act): Promise<void> => {
    if (isBegun) return
    const changed = await store.change(act.tx, row.id, ['approved'], { state: 'done', due_at: null })
    if (!changed) throw new NotApproved()
    tellOf(act, changed)
    act.onCommit(() => {
      isBegun = true
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
    await org.write(null, async (act) => {
      // a call without changes has no transaction
      if (!isBegun) await begin(act)
      const changed = await store.change(act.tx, row.id, ['done'], { result })
      if (changed) tellOf(act, changed)
    })
  } catch (error) {
    if (error instanceof NotApproved) return
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (!isBegun) await fail(org, row.id, error.message)
  }
}
