import type { UserId } from '#contract'
import { anyOf, jsonb, type NewRow, type Row, type Tx } from '#platform/db'
import type { ActionOut, AgentAction } from './agent-action.ts'

export type Stored = Omit<Row<'agent_act'>, 'deeds' | 'summary'> & {
  readonly deeds: readonly AgentAction[] | null
  readonly summary: readonly ActionOut[]
}

interface NewChange extends Omit<NewRow<'agent_act'>, 'deeds' | 'summary'> {
  readonly deeds: readonly AgentAction[] | null
  readonly summary: readonly ActionOut[]
}

export const insert = async (tx: Tx, { deeds, summary, ...row }: NewChange): Promise<Stored> =>
  (await tx
    .insertInto('agent_act')
    .values({ ...row, deeds: jsonb(deeds), summary: jsonb(summary) })
    .returningAll()
    .executeTakeFirstOrThrow()) as Stored

export interface Wanted {
  readonly before?: number | undefined
  readonly ids?: readonly number[] | undefined
  readonly tokenId?: number | undefined
  readonly requestId?: string | undefined
  readonly since?: Date | undefined
  /** Undefined for all users. */
  readonly userIds?: readonly UserId[] | undefined
  readonly limit: number
}

export async function list(tx: Tx, orgId: number, wanted: Wanted): Promise<Stored[]> {
  const { before, ids, tokenId, requestId, since, userIds, limit } = wanted
  let query = tx.selectFrom('agent_act').selectAll().where('org_id', '=', orgId)
  if (before !== undefined) query = query.where('id', '<', before)
  if (ids) query = query.where('id', '=', anyOf(ids))
  if (tokenId !== undefined) query = query.where('token_id', '=', tokenId)
  if (requestId !== undefined) query = query.where('request_id', '=', requestId)
  if (since) query = query.where('at', '>=', since)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as Stored[]
}

export const markUndone = async (tx: Tx, id: number, by: UserId, at: Date): Promise<Stored> =>
  (await tx
    .updateTable('agent_act')
    .set({ undone_at: at, undone_by: by, deeds: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as Stored

export const forgetActions = async (tx: Tx, orgId: number, before: Date): Promise<void> => {
  const old = tx.updateTable('agent_act').set({ deeds: null }).where('org_id', '=', orgId).where('at', '<', before)
  await old.where('deeds', 'is not', null).execute()
}

export async function removeOlder(tx: Tx, orgId: number, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('agent_act')
    .where('id', 'in', (query) =>
      query.selectFrom('agent_act').select('id').where('org_id', '=', orgId).where('at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
