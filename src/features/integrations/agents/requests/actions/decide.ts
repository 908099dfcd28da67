import type { Mutation, Organization } from '#platform/organization'
import type { TokenInUse } from '#platform/serve'
import { channelsCache } from '../../../../channels/channels/cache.ts'
import { activeAdministrators } from '../../../../people/users/access/index.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import { canDecide } from '../access.ts'
import * as api from '../api.ts'
import { agentPolicyCache } from '../cache.ts'
import { opening } from '../due.ts'
import * as store from '../store.ts'
import { announce } from './carry-out.ts'

/** Decides a waiting request; it is carried out after the commit, or after a restart. */
export async function decide(mutation: Mutation, row: store.Stored | undefined, isApproved: boolean): Promise<void> {
  const { tx, org, now, viewer } = mutation
  if (!row || viewer.isBot || !canDecide(org, viewer, row)) throw api.noSuchRequest()
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
  announce(mutation, decided)
  if (isApproved) mutation.onCommit(() => org.services.workDue(opening, now))
}

/** Only by the agent itself, or the person that it acts for. */
export async function withdraw(mutation: Mutation, id: number, token: TokenInUse | undefined): Promise<void> {
  const { tx, org, now, viewer } = mutation
  const row = await store.find(tx, org.id, id)
  const isOwn = row && (token ? row.token_id === token.id : concernsAsPerson(org, row, mutation))
  if (!isOwn) throw api.noSuchRequest()
  const changed = await store.change(tx, id, ['waiting'], {
    state: 'withdrawn',
    decided_by: viewer.id,
    decided_at: now,
    due_at: null,
  })
  if (!changed) throw api.decidedAlready({ state: row.state })
  announce(mutation, changed)
}

const concernsAsPerson = (org: Organization, { user_id }: store.Stored, { viewer }: Mutation): boolean =>
  user_id === viewer.id || org.get(peopleCache).byId.get(user_id)?.botOwnerId === viewer.id

export async function changePolicy(mutation: Mutation, asked: Partial<api.AgentPolicy>): Promise<void> {
  const { tx, org } = mutation
  const channels = mutation.get(channelsCache)
  const unknown = asked.channel_ids?.find((id) => !channels.byId.has(id))
  if (unknown !== undefined) throw api.unknownChannel({}, { id: unknown })
  const before = mutation.get(agentPolicyCache).policy
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const policy: api.AgentPolicy = { ...before, ...given }
  if (JSON.stringify(policy) === JSON.stringify(before)) return
  await store.keepPolicy(tx, org.id, policy)
  mutation.emit(api.agentPolicyChanged, { policy }, activeAdministrators(org))
}
