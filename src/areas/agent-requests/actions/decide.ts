import { ApiError, isAdministrator } from '#contract'
import type { Act, Organization } from '#platform/organization'
import type { TokenInUse } from '#platform/serve'
import { accessTokensMirror } from '../../access-tokens/mirror.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { concernedBy, mayDecide } from '../access.ts'
import * as api from '../api.ts'
import { opening } from '../due.ts'
import { agentPolicyMirror } from '../mirror.ts'
import { present } from '../present.ts'
import * as store from '../store.ts'

export const tellOf = (act: Act, row: store.Stored): void =>
  act.emit(api.agentRequestUpdated, { request: present(row) }, concernedBy(act.org, row))

/** Decides about a request that waits; it is carried out after the commit, and after a restart if need be. */
export async function decide(act: Act, row: store.Stored | undefined, isApproved: boolean): Promise<void> {
  const { tx, org, now, viewer } = act
  if (!row || viewer.isBot || !mayDecide(org, viewer, row)) throw api.noSuchRequest()
  const isOver = row.expires_at <= now
  const decided =
    !isOver &&
    (await store.change(tx, row.id, ['waiting'], {
      state: isApproved ? 'approved' : 'refused',
      decided_by: viewer.id,
      decided_at: now,
      due_at: isApproved ? now : null,
      attempts: 0,
    }))
  if (!decided) throw api.decidedAlready({ state: isOver && row.state === 'waiting' ? 'expired' : row.state })
  tellOf(act, decided)
  if (isApproved) act.onCommit(() => org.services.workDue(opening, now))
}

/** For the program itself, and for the person for whom it acts. */
export async function withdraw(act: Act, id: number, token: TokenInUse | undefined): Promise<void> {
  const { tx, org, now, viewer } = act
  const row = await store.find(tx, org.id, id)
  const isOwn = row && (token ? row.token_id === token.id : concernsAsPerson(org, row, act))
  if (!isOwn) throw api.noSuchRequest()
  const changed = await store.change(tx, id, ['waiting'], {
    state: 'withdrawn',
    decided_by: viewer.id,
    decided_at: now,
    due_at: null,
  })
  if (!changed) throw api.decidedAlready({ state: row.state })
  tellOf(act, changed)
}

const concernsAsPerson = (org: Organization, { user_id }: store.Stored, { viewer }: Act): boolean =>
  user_id === viewer.id || org.get(peopleMirror).byId.get(user_id)?.botOwnerId === viewer.id

/** Nothing more is done: somebody else has carried it out, or begins to. */
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

/** After so many times that the server failed it is given up. */
const mostAttempts = 5

/**
 * Does what was approved, as the account and the token may now. That it is done is written in the transaction of its first
 * act, so it is done once, whoever else tries at the same time and whenever the process ends.
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
      // one that had nothing to change has no act
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

/** Which acts of programs wait from now on. */
export async function changePolicy(act: Act, asked: Partial<api.AgentPolicy>): Promise<void> {
  const { tx, org } = act
  const channels = act.get(channelsMirror)
  const unknown = asked.channel_ids?.find((id) => !channels.byId.has(id))
  if (unknown !== undefined) throw api.unknownChannel({}, { id: unknown })
  const before = act.get(agentPolicyMirror).policy
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const policy: api.AgentPolicy = { ...before, ...given }
  if (JSON.stringify(policy) === JSON.stringify(before)) return
  await store.keepPolicy(tx, org.id, policy)
  const administrators = act
    .get(peopleMirror)
    .all()
    .filter((one) => one.isActive && isAdministrator(one))
  act.emit(
    api.agentPolicyChanged,
    { policy },
    administrators.map(({ id }) => id),
  )
}
