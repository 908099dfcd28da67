import type { MessageId, UserId } from '#contract'
import { anyOf, type Changes, jsonb, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { AgentPolicy, Approver, Reason, RequestState } from './api.ts'

interface Kinds {
  readonly params: Readonly<Record<string, string>>
  readonly result: Readonly<Record<string, unknown>> | null
  readonly state: RequestState
  readonly reason: Reason
  readonly approver: Exclude<Approver, 'none'>
}
export type Stored = Omit<Row<'agent_request'>, keyof Kinds> & Kinds

type NewRequest = Omit<NewRow<'agent_request'>, keyof Kinds> & Omit<Kinds, 'result'>

export const insert = async (tx: Tx, { params, ...row }: NewRequest): Promise<Stored> =>
  (await tx
    .insertInto('agent_request')
    .values({ ...row, params: jsonb(params) })
    .returningAll()
    .executeTakeFirstOrThrow()) as Stored

export const find = async (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  (await tx
    .selectFrom('agent_request')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()) as Stored | undefined

/** Undefined if the request is no longer in one of these states. */
export async function change(
  tx: Tx,
  id: number,
  from: readonly RequestState[],
  { result, ...changes }: Omit<Changes<'agent_request'>, 'result'> & { result?: Record<string, unknown> },
): Promise<Stored | undefined> {
  return (await tx
    .updateTable('agent_request')
    .set({ ...changes, ...(result ? { result: jsonb(result) } : {}) })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst()) as Stored | undefined
}

interface Wanted {
  readonly before?: number | undefined
  readonly state?: RequestState | undefined
  readonly tokenId?: number | undefined
  readonly userIds: readonly UserId[]
  /** Includes requests of others that administrators decide. */
  readonly forAdministrators: boolean
  readonly limit: number
}

/** Newest first. */
export async function list(tx: Tx, orgId: number, wanted: Wanted): Promise<Stored[]> {
  const { before, state, tokenId, userIds, forAdministrators, limit } = wanted
  let query = tx.selectFrom('agent_request').selectAll().where('org_id', '=', orgId)
  query = query.where(({ eb, or }) =>
    or([eb('user_id', '=', anyOf(userIds)), ...(forAdministrators ? [eb('approver', '=', 'administrators')] : [])]),
  )
  if (before !== undefined) query = query.where('id', '<', before)
  if (state !== undefined) query = query.where('state', '=', state)
  if (tokenId !== undefined) query = query.where('token_id', '=', tokenId)
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as Stored[]
}

export const waitingOf = async (tx: Tx, userId: UserId): Promise<Stored[]> =>
  (await tx
    .selectFrom('agent_request')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .orderBy('id', 'desc')
    .execute()) as Stored[]

export const insertNotice = async (tx: Tx, orgId: number, requestId: number, messageId: MessageId): Promise<void> =>
  void (await tx
    .insertInto('agent_request_notice')
    .values({ org_id: orgId, request_id: requestId, message_id: messageId })
    .execute())

export const requestByMessage = async (tx: Tx, orgId: number, messageId: MessageId): Promise<Stored | undefined> => {
  const row = await tx
    .selectFrom('agent_request_notice')
    .select('request_id')
    .where('org_id', '=', orgId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row && find(tx, orgId, row.request_id)
}

export async function removeOlder(tx: Tx, orgId: number, before: Date): Promise<void> {
  const old = tx.deleteFrom('agent_request').where('org_id', '=', orgId).where('created_at', '<', before)
  await old.where('due_at', 'is', null).execute()
}

export const open = dueRows({ table: 'agent_request', countsAttempts: true })

const policyColumns = ['announcements', 'wide_mentions', 'others_messages', 'administration', 'channel_ids'] as const

export const policyOf = async (tx: Tx, orgId: number): Promise<AgentPolicy | undefined> =>
  (await tx.selectFrom('agent_policy').select(policyColumns).where('org_id', '=', orgId).executeTakeFirst()) as
    | AgentPolicy
    | undefined

export async function keepPolicy(tx: Tx, orgId: number, policy: AgentPolicy): Promise<void> {
  const row = { ...policy, channel_ids: [...policy.channel_ids] }
  const insertion = tx.insertInto('agent_policy').values({ org_id: orgId, ...row } as NewRow<'agent_policy'>)
  await insertion
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row as Changes<'agent_policy'>))
    .execute()
}
