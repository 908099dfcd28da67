import { isAdministrator } from '#contract'
import type { Act, Organization } from '#platform/organization'
import type { TokenInUse } from '#platform/serve'
import { channelsMirror } from '../../channels/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { mayDecide } from '../access.ts'
import * as api from '../api.ts'
import { opening } from '../due.ts'
import { agentPolicyMirror } from '../mirror.ts'
import * as store from '../store.ts'
import { tellOf } from './carry-out.ts'

/** Decides a waiting request; it is carried out after the commit, or after a restart. */
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

/** Only by the agent itself, or the person that it acts for. */
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
